"""The application core: games in chats, without any platform, store or clock of its own."""
