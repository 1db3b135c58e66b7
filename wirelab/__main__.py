"""``python -m wirelab``."""

from __future__ import annotations

import sys

from wirelab.cli.main import main

sys.exit(main())
