from gatehouse.kit.deployment import Deployment


def own_origin(deployment: Deployment) -> str:
    """The origin at which this process reaches its own web server."""
    host = "127.0.0.1" if deployment.host in ("0.0.0.0", "::") else deployment.host  # noqa: S104
    return (
        f"http://[{host}]:{deployment.port}" if ":" in host else f"http://{host}:{deployment.port}"
    )
