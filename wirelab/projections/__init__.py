"""What a conforming client would know now, one projection a file.

A projection is plain state plus fold functions in its ``FOLDS`` table. Folding is total: an event
that cannot be applied leaves the projection as it was and says why (a departure); nothing raises.
Legality is the rules' business: a fold recovers from an illegal move as well as it can, so that
one fault stays one finding.
"""
