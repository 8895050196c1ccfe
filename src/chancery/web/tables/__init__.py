"""Tables and who sits there: rows, lists, the lobby."""
