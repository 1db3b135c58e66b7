"""The bench: a terminal screen on a session, with one cursor that every tab follows."""
