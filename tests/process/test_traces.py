"""Spans of a real process, read by OpenTelemetry's own protocol."""

import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import httpx

from tests.process.collector import Collector, Span
from tests.process.conftest import NewServer
from tests.process.server import Server

LOGIN = "/identity/resources/auth/v1/user"
PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
STOP_SECONDS = 15


def refused_login(url: str, **headers: str) -> httpx.Response:
    body = {"email": f"{uuid4()}@nobody.test", "password": "a quieter road to Trondheim"}
    return httpx.post(f"{url}{LOGIN}", json=body, headers={"origin": url, **headers}, timeout=60)


def of_request(request_id: str) -> Callable[[Span], bool]:
    return lambda span: span.attributes.get("gatehouse.request_id") == request_id


def loads_protobuf(server: Server) -> bool:
    assert server.process is not None
    return "/_upb/" in Path(f"/proc/{server.process.pid}/maps").read_text()


def test_a_request_shows_what_it_waited_for(new_server: NewServer):
    with Collector().running() as collector:
        server = new_server(traces_url=collector.url, traces_share="1")
        server.start()
        answer = refused_login(server.url)
        assert answer.status_code == 401
        request = collector.wait_for(of_request(answer.headers["x-request-id"]))
        statements = collector.below(request)
        assert loads_protobuf(server)
        server.terminate()
    assert request.name == f"POST {LOGIN}"
    assert request.attributes["http.route"] == request.attributes["url.path"] == LOGIN
    assert request.attributes["http.response.status_code"] == 401
    assert not request.failed
    assert collector.service["service.name"] == "gatehouse"
    texts = [span.attributes["db.query.text"] for span in statements]
    assert any("passwords p" in text for text in texts), texts
    everything = repr([span.attributes for span in collector.spans])
    assert "nobody.test" not in everything
    assert "Trondheim" not in everything


def test_a_request_is_in_one_trace(new_server: NewServer):
    """The first request to an area goes through FastAPI, which has spans too."""
    with Collector().running() as collector:
        server = new_server(traces_url=collector.url, traces_share="1")
        server.start()
        for answer in (
            httpx.get(f"{server.url}/oauth/.well-known/jwks.json"),
            refused_login(server.url),
        ):
            collector.wait_for(of_request(answer.headers["x-request-id"]))
        server.terminate()
    assert not any(name.startswith("fastapi") for name in collector.scopes)
    assert [
        span for span in collector.spans if span.name == f"POST {LOGIN}" and collector.below(span)
    ]


def test_a_job_has_spans_too(new_server: NewServer):
    with Collector().running() as collector:
        server = new_server(traces_url=collector.url, traces_share="1")
        server.start()
        body = {
            "email": f"{uuid4()}@umbrella.test",
            "name": "Pat Doe",
            "companyName": "Umbrella",
            "password": "a quieter road to Trondheim",
        }
        signed_up = httpx.post(
            f"{server.url}/identity/resources/users/v1/signUp",
            json=body, headers={"origin": server.url}, timeout=60,
        )  # fmt: skip
        assert signed_up.status_code == 201, signed_up.text
        job = collector.wait_for(lambda span: span.name.startswith("job "))
        server.terminate()
    assert job.attributes["gatehouse.job.attempt"] == 1
    assert "umbrella.test" not in repr([span.attributes for span in collector.spans])


def test_only_a_trusted_proxy_sets_the_trace_of_a_request(new_server: NewServer):
    with Collector().running() as collector:
        behind = new_server(
            traces_url=collector.url, traces_share="0", trusted_proxies='["127.0.0.0/8"]'
        )
        behind.start()
        carried = refused_login(behind.url, traceparent=PARENT)
        span = collector.wait_for(of_request(carried.headers["x-request-id"]))
        assert (span.trace, span.parent) == (TRACE, "00f067aa0ba902b7")
        behind.terminate()
        alone = new_server(traces_url=collector.url, traces_share="1")
        alone.start()
        stranger = refused_login(alone.url, traceparent=PARENT)
        span = collector.wait_for(of_request(stranger.headers["x-request-id"]))
        assert span.trace != TRACE
        assert span.parent == ""
        alone.terminate()


def test_a_collector_that_is_silent_or_gone_delays_no_requests(new_server: NewServer):
    with Collector(silent=True).running() as collector:
        server = new_server(traces_url=collector.url, traces_share="1")
        server.start()
        first = refused_login(server.url)
        collector.wait_for(of_request(first.headers["x-request-id"]))  # its answer never comes
        assert refused_login(server.url).status_code == 401
        began = time.monotonic()
        assert server.terminate() == 0
        assert time.monotonic() - began < STOP_SECONDS
    gone = new_server(traces_url=collector.url, traces_share="1")
    gone.start()
    assert refused_login(gone.url).status_code == 401
    assert gone.terminate() == 0


def test_without_a_collector_nothing_of_its_library_is_loaded(new_server: NewServer):
    server = new_server()
    server.start()
    assert refused_login(server.url).status_code == 401
    assert not loads_protobuf(server)
    server.terminate()
