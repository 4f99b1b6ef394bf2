"""Delivery of boards to chats: an outbox, level-triggered (only the newest version is shown), with retries."""
