"""The rules: one module for each chapter of the rulebook; state, notation, events, refusals."""
