"""Who waits for what: one player's texts in order, rate limits, fair shares, searches under way."""
