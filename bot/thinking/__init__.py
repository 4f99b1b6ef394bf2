"""Where hints are computed."""
