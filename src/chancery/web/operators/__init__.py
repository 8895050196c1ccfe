"""Tools for operators: /admin/, checks and repairs, backups."""
