"""The page of a table: what it shows, as HTML made of plain facts. It knows no site."""
