"""Whether a deployment can be asked at all: does its provider's key exist?"""

from collections.abc import Mapping

from crew.models.deployments import is_offline
from crew.models.specs import DeploymentSpec


def missing_key(deployment: DeploymentSpec, environment: Mapping[str, str]) -> str | None:
    """What must be set before the deployment can be asked; None when nothing is missing."""
    if deployment.api_key_env:
        return (
            None
            if environment.get(deployment.api_key_env)
            else f"set the environment variable {deployment.api_key_env}"
        )
    if deployment.api_base or is_offline(deployment):
        return None
    import litellm

    found = litellm.validate_environment(deployment.model)
    unset = [name for name in found["missing_keys"] if not environment.get(name)]
    return f"set the environment variable {' and '.join(unset)}" if unset else None
