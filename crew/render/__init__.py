"""An answer as text, Markdown or JSON. May import `crew.answer`; what sources wrote is made harmless before printing."""
