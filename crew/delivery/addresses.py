"""Which addresses of the network a delivery may go to: found once, checked, and then used as they are."""

import ipaddress
import socket

from crew.delivery.errors import NotDelivered


def checked_address(host: str, port: int, *, allow_private: bool) -> str:
    """The IP address to connect to. Connecting to it, and not to the name, leaves no time to change what it means.

    Raises NotDelivered when the name is unknown, or when any address it stands for is not a public one.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise NotDelivered(f"The host `{host}` is not known: {error}.", can_help_to_wait=True) from error
    addresses = [str(entry[4][0]) for entry in found]
    refused = [address for address in addresses if not is_public(address)]
    if refused and not allow_private:
        message = (
            f"The host `{host}` stands for {refused[0]}, which is not a public address. "
            "Set `allow_private: true` if it is meant."
        )
        raise NotDelivered(message, can_help_to_wait=False)
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open network, also where it is a v4 address in the dress of v6."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour or _translated(parsed)
        if inner is not None:
            parsed = inner
    return parsed.is_global and not parsed.is_multicast


def _translated(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The v4 address behind a NAT64 address."""
    if address in ipaddress.ip_network("64:ff9b::/96"):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None
