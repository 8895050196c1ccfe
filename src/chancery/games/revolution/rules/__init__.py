"""The rules of Revolution, a module for each chapter of the rulebook."""
