"""What holds for all tests: the examples of property tests are the same in every run, so that what
fails here fails anywhere. ``--hypothesis-profile=default`` looks at others."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("same", derandomize=True, database=None)
settings.load_profile("same")
