"""An answer as text, Markdown or JSON. May import `crew.answer`; makes what sources wrote harmless to print."""
