"""A session as plain rows and text for people: no colours, no Textual, no markup, no clock.

Everything a row or a line holds has been through ``safe_text.safe``: one line, bounded, and no
control character of the wire left in it.
"""
