"""The bot of Revolution: an appraisal of views, and plans that it rates best."""
