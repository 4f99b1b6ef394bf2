"""The application core: games in chats, decided and told without any platform, store or clock of its own."""
