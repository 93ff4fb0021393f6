"""`crosscheck worker`: does jobs for other machines."""

from typing import Annotated

import typer

from crew.cli.options import ConfigOption
from crew.cli.runs_store import opened_store
from crew.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Workers: do the jobs that any machine has submitted.")


@app.command("run")
def run(
    domain: Annotated[
        list[str] | None, typer.Option("--domain", "-d", help="Take jobs of this domain only; may be repeated.")
    ] = None,
    parallel: Annotated[
        int, typer.Option("--parallel", min=1, max=64, help="Jobs at the same time, in each process.")
    ] = 2,
    processes: Annotated[
        int, typer.Option("--processes", min=1, max=64, help="Workers to keep; one that is lost is replaced at once.")
    ] = 1,
    lease: Annotated[
        float, typer.Option("--lease", min=3, help="Seconds after which a job of a worker that is gone is taken up.")
    ] = 60,
    config: ConfigOption = None,
) -> None:
    """Take jobs from the broker (CROSSCHECK_BROKER_URL) and do them, until SIGTERM lets those in hand end."""
    from datetime import timedelta

    from crew.cli.worker_processes import keep_working
    from crew.load import domain_file, list_domains
    from crew.workers.broker import celery_app
    from crew.workers.running import run_worker
    from crew.workers.working import import_what_jobs_need

    settings = Settings.read()
    for each in domain or ():
        domain_file(each, settings=settings, folder=config)
    domains = domain or list(list_domains(settings, config))
    celery_app(settings)
    with opened_store() as store:
        typer.echo(f"Working for {', '.join(domains)}; state in {store.address}.", err=True)
    import_what_jobs_need()

    def work() -> int:
        with opened_store() as store:
            return run_worker(
                store, settings, config, domains=domains, parallel=parallel, lease=timedelta(seconds=lease)
            )

    raise typer.Exit(work() if processes == 1 else keep_working(processes, work))
