"""The API conforms to its OpenAPI description for requests that schemathesis generates.

Every operation is tested alone and in chains, in which a request uses the previous response. All requests use one
secret. The ordinary run has a few hundred requests, and the slow one more than ten thousand.

schemathesis takes seconds to import, so only these tests import it, and pyproject.toml disables its pytest plugin.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyStrategyDefinition

from noughts.web.api.openapi import describe
from noughts.web.api.routes import router
from noughts.web.auth import new_secret
from tests.web.web_server import Application, application

pytestmark = pytest.mark.needs("schemathesis")

UNSAID = {
    # The schema cannot say which moves and names of games are valid, so the API may refuse a request that fits the
    # schema if the status is documented. A client without a secret has no games, but is not refused.
    "positive_data_acceptance": {"enabled": False},
    "ignored_auth": {"enabled": False},
}
EASY = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
PHASES = [Phase.explicit, Phase.generate]
FEW = settings(max_examples=8, deadline=None, suppress_health_check=EASY, phases=PHASES)
MANY = settings(FEW, max_examples=900)

api = FastAPI(title="noughts", version="1")
api.include_router(router)
describe(api, router.__doc__ or "")
OPERATIONS = [
    (method, path)
    for path, methods in api.openapi()["paths"].items()
    for method in methods
    if not path.endswith(("events", "steps"))  # the first one does not end, and the other one takes half a minute
]


def described(**config: Any) -> "BaseSchema":
    """Return the description as schemathesis parses and extends it, without the event streams."""
    import schemathesis
    from schemathesis.config import SchemathesisConfig

    read = SchemathesisConfig.from_dict({"checks": UNSAID, **config})
    schema: BaseSchema = schemathesis.openapi.from_dict(deepcopy(api.openapi()), config=read)
    return schema.exclude(path_regex="(events|steps)$")


@pytest.fixture(scope="module")
def schema() -> "BaseSchema":
    return described()


class Client:
    """Sends the requests of schemathesis and counts the responses by status."""

    def __init__(self, app: Application) -> None:
        self.app, self.secret, self.statuses = app, new_secret(), Counter[int]()

    def ask(self, case: "Case[Any]") -> httpx.Response:
        import requests

        kwargs = case.as_transport_kwargs(base_url="http://localhost")
        kwargs["headers"].setdefault("Authorization", f"Bearer {self.secret}")
        sent = requests.Request(**kwargs).prepare()
        assert sent.method
        assert sent.url
        answer = self.app.request(sent.method, sent.url, headers=dict(sent.headers), content=sent.body)
        self.statuses[answer.status_code] += 1
        return answer


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with application(tmp_path_factory.mktemp("api") / "games.sqlite3") as app:
        yield Client(app)


def in_chains(client: Client, chains: int, steps: int) -> None:
    """Follow the links of the description from response to response."""
    sensible = described(generation={"mode": "positive"})  # in chains, send only requests that fit the schema
    from schemathesis import Response
    from schemathesis.core.failures import FailureGroup

    wrong: list[FailureGroup] = []

    class Chain(sensible.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            client.secret = new_secret()  # so that no chain finds the games of another chain

        def call(self, case: "Case[Any]", **kwargs: Any) -> Response:
            return Response.from_any(client.ask(case))

        def validate_response(self, *args: Any, **kwargs: Any) -> None:
            try:
                super().validate_response(*args, **kwargs)
            except FailureGroup as group:
                wrong.append(group)
                raise

    for _ in range(chains // 10):
        # New games have new ids, so a repeated chain differs from the first run, which Hypothesis reports as flaky.
        with suppress(FlakyStrategyDefinition):
            Chain.run(settings=settings(FEW, max_examples=10, stateful_step_count=steps, database=None))
    assert not wrong


@pytest.mark.parametrize("how", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"])
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_operation_conforms_to_its_description(
    schema: "BaseSchema", client: Client, method: str, path: str, how: settings
) -> None:
    @how
    @given(case=schema[path][method].as_strategy())
    def holds(case: "Case[Any]") -> None:
        case.validate_response(client.ask(case))

    holds()


def test_chains_of_operations_conform_to_the_description(client: Client) -> None:
    client.statuses.clear()
    in_chains(client, chains=10, steps=10)
    assert client.statuses[200], f"some requests of the chains succeed: {client.statuses}"


@pytest.mark.slow
def test_long_chains_of_operations_conform_to_the_description(client: Client) -> None:
    before = client.statuses.total()
    in_chains(client, chains=200, steps=40)
    in_all = client.statuses.total()
    print(f"{in_all:,} requests, {in_all - before:,} of them in chains: {dict(client.statuses)}")


def test_the_server_serves_this_description(client: Client) -> None:
    served = client.app.request("GET", "/openapi.json").json()
    ours = api.openapi()
    assert served["components"]["securitySchemes"].keys() == {"bearer", "cookie"}
    assert {path: served["paths"][path] for path in ours["paths"]} == ours["paths"]
    assert served["paths"].keys() - ours["paths"].keys() == {"/health"}


if TYPE_CHECKING:
    from schemathesis import Case
    from schemathesis.schemas import BaseSchema
