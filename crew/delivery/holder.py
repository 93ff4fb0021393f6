"""Names this process in leases and logs."""

import os
import socket


def this_process() -> str:
    """Machine and process."""
    return f"{socket.gethostname()}:{os.getpid()}"
