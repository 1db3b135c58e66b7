"""What panes show: each module makes the lines of one subject, for a width."""
