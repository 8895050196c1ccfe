"""The user interface of Friedrich: words, help, drawings, orders, previews."""
