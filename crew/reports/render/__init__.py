"""A report's document in every format: Markdown, HTML, PDF, JSON, and text for the terminal."""
