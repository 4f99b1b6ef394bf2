"""What whoever runs the bot asks of it from the command line: backup, restore, repair, doctor."""
