"""The operator's commands: backup, restore, repair, doctor."""
