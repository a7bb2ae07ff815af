"""The command line: one module for each command, or each group of commands, that `cli.py` offers."""
