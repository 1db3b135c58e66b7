"""The rule catalogue: one rule a file, in folders by what the rule is about."""
