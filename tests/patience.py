"""How long tests wait for what must come: one number, far longer than it takes anywhere."""

import os

# seconds: a machine may have much else to do. Who looks for a fault may wait less.
PATIENCE = int(os.environ.get("CHANCERY_PATIENCE", "180"))
