"""CrewAI and LiteLLM print to stdout and log handled errors on their own; a run of ours must not."""

import logging


def hush() -> None:
    """Silence CrewAI's panels and both libraries' logs for this process."""
    import litellm
    from crewai.events.event_listener import event_listener
    from rich.console import Console

    event_listener.formatter.verbose = False
    event_listener.formatter.console = Console(quiet=True)
    litellm.suppress_debug_info = True
    for name in ("LiteLLM", "LiteLLM Router", "crewai.flow.runtime"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
