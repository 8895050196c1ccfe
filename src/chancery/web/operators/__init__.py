"""For those who run the house: /admin/, checks and repairs, backups."""
