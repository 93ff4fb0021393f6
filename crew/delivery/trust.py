"""Whose certificates are believed: the system's, and those of a house that signs its own."""

import ssl

from crew.delivery.errors import NotDelivered


def trusting(ca_file: str | None, setting: str) -> ssl.SSLContext:
    """A context that checks a server's certificate and name. Raises NotDelivered for a file that cannot be read."""
    context = ssl.create_default_context()
    if ca_file:
        try:
            context.load_verify_locations(ca_file)
        except OSError as error:
            raise NotDelivered(f"`{setting}` {ca_file} cannot be read: {error}.", can_help_to_wait=False) from error
    return context
