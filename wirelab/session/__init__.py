"""One conversation under inspection: the engine that judges and folds, and what it leaves."""
