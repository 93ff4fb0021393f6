"""The message broker, which carries ids of jobs and nothing else. The only file that speaks Celery."""

from typing import Any

from crew.errors import CrewError, WrongConfiguration
from crew.settings import Settings

SETTING = "CROSSCHECK_BROKER_URL"
TASK = "crosscheck.job"

_UNSEEN_SECONDS = 3600
"""After so long Redis hands an unconfirmed message to another worker; a lost job comes back sooner, by its lease."""


class BrokerUnavailable(CrewError):
    """The broker cannot be reached."""


def queue_of(domain: str) -> str:
    """Each domain has a queue of its own."""
    return f"crosscheck.{domain}"


def celery_app(settings: Settings) -> Any:
    """The application that sends and takes messages; nothing is connected yet."""
    url = settings.secret(SETTING, "Running jobs on workers")
    try:
        from celery import Celery
    except ImportError as error:
        raise WrongConfiguration("Workers need Celery. Install it: pip install 'crosscheck-desk[workers]'.") from error
    app = Celery("crosscheck", broker=url, set_as_current=False)
    is_amqp = url.startswith(("amqp", "pyamqp"))
    app.conf.update(
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_create_missing_queues=True,
        worker_enable_remote_control=False,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
        broker_connection_timeout=10,
        broker_connection_retry_on_startup=True,
        broker_transport_options={"confirm_publish": True} if is_amqp else {"visibility_timeout": _UNSEEN_SECONDS},
    )
    return app


def publish(app: Any, job: str, domain: str, *, in_seconds: float = 0) -> None:
    """Tell the workers of a domain of a job. Raises BrokerUnavailable."""
    try:
        app.send_task(
            TASK, args=[job], queue=queue_of(domain), countdown=in_seconds or None, retry=False, ignore_result=True
        )
    except app.connection_for_write().connection_errors as error:
        raise BrokerUnavailable(
            f"The broker ({SETTING}) cannot be reached: {error}. The job waits in the store."
        ) from error
    except _kombu_error() as error:
        raise BrokerUnavailable(
            f"The broker ({SETTING}) cannot be reached: {error}. The job waits in the store."
        ) from error


def _kombu_error() -> type[Exception]:
    from kombu.exceptions import OperationalError

    found: type[Exception] = OperationalError
    return found
