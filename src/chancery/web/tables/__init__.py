"""Tables: opening, seating, playing, talk and lists."""
