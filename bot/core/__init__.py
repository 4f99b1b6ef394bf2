"""The application core: games in chats, independent of platforms, store and clock."""
