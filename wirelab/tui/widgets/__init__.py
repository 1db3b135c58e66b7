"""Widgets and what they draw: they take rows and moments, and post messages."""
