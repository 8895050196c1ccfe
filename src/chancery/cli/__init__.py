"""The command line: `chancery` and its verbs."""

INTERRUPTED = 130  # the exit status after Ctrl-C, as a shell would have it
