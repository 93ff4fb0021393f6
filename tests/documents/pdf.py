"""A small PDF written by hand."""


def pdf_with_white_text(black: str, white: str) -> bytes:
    """One page with a line that is seen and, below it, one in the colour of the paper."""
    drawn = f"BT /F1 12 Tf 72 700 Td 0 g ({black}) Tj 0 -40 Td 1 1 1 rg ({white}) Tj ET".encode()
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    written, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(written)
    return written + b"xref\n0 6\n0000000000 65535 f \n" + table + end
