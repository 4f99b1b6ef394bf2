"""Commands: what may be typed, and the request that each text makes."""
