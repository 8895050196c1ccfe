"""How long tests wait for what must come: one number, far longer than it takes anywhere."""

PATIENCE = 180  # seconds: a machine may have much else to do
