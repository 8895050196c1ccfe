"""The user interface of the game: words, help, drawings, previews and click targets."""
