"""What an operator asks of the bot from the command line: backup, restore, repair, doctor."""
