"""Charts: chosen from the shape of the rows, drawn as SVG, PNG or text. Every number is a cell of the evidence."""
