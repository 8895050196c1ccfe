"""The timeout of tests that wait for an event, far longer than needed on any machine."""

import os

# seconds; the machine may be busy. Set a lower value to find faults.
PATIENCE = int(os.environ.get("CHANCERY_PATIENCE", "180"))
