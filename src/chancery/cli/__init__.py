"""The command line: `chancery` and its verbs."""
