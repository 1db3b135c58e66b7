"""The start screen: what ``wirelab`` shows when nobody said what to open."""
