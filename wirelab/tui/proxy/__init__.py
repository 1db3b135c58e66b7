"""A proxy on the screen: the list of exchanges, and the bench on one of them."""
