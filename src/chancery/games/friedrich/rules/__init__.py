"""The rules, a module a chapter of the rulebook; state, notation, events, refusals."""
