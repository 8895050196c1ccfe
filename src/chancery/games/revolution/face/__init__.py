"""What people read of Revolution."""
