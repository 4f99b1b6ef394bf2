"""The command `tetradka` behind a Telegram of our own, under load and killed: `make load`, `make faults`."""
