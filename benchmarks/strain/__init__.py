"""Load and fault tests of the `tetradka` command, on a stand-in of Telegram: `make load`, `make faults`."""
