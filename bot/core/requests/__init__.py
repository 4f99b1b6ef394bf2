"""What people ask of the bot, a file for each kind of request: who may, what it does, what is answered."""
