"""Two streams side by side: the app, its rows, the JSON of two events."""
