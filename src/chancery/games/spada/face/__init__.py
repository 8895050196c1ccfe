"""What people read, see and click."""
