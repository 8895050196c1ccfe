"""The page of a table as HTML, rendered from plain values. It knows neither site nor database."""
