"""A reverse proxy between any client and any agent: relays untouched, and tells what it saw."""
