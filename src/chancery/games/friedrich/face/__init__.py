"""What people read and see: words, help, drawings, orders, previews."""
