"""Contents taken out of traffic, so that a recording can be shown around."""
