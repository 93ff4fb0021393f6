"""How a document becomes bytes: Markdown, HTML, PDF, Word and mail, the same bytes every time."""
