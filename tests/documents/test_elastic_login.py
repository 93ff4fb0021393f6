"""Logging in to an Elasticsearch with TLS and security, what its refusals say, and its own document-level security."""

import base64
import json
import re
import subprocess
import textwrap
import uuid
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
import yaml

from crew.domains.reading import readable_documents, search_passages
from crew.errors import SourceUnavailable, WrongConfiguration
from crew.load import load_configuration
from crew.opening import open_index
from crew.settings import Settings
from tests.documents.elastic import Cluster, running_cluster
from tests.documents.words import passage, put
from tools.asker import Asker
from tools.documents.elastic_index import open_elastic
from tools.documents.elastic_server import Server
from tools.documents.embedding import LexicalOnly
from tools.documents.index import IndexMissing, IndexUnusable, Manifest

GUIDE = (Path(__file__).parents[2] / "docs" / "elasticsearch.md").read_text()
RIGHTS = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
LOADER, READER = (json.loads(text.replace("sales-handbook", "crosscheck-")) for text in RIGHTS)
"""The rights that the operators' guide asks for."""


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("secure"), is_secure=True) as cluster:
        yield cluster


@pytest.fixture
def name() -> str:
    return f"crosscheck-{uuid.uuid4().hex[:8]}"


@pytest.fixture
def key(secure: Cluster) -> Callable[..., str]:
    """Makes an API key with some rights."""
    from elasticsearch import Elasticsearch

    def make(rights: dict) -> str:
        with Elasticsearch(secure.urls, basic_auth=("crosscheck", "changeme"), ca_certs=secure.ca) as client:
            return client.security.create_api_key(name="test", role_descriptors={"role": rights})["encoded"]

    return make


def only_key(api_key: str) -> dict[str, str | None]:
    return {"api_key": api_key, "username": None, "password": None}


def fingerprint(ca: str) -> str:
    words = ["openssl", "x509", "-in", ca, "-noout", "-fingerprint", "-sha256"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip().partition("=")[2]


def cloud_id(port: int) -> str:
    return "test:" + base64.b64encode(f"localhost:{port}$127.0.0.1$".encode()).decode()


def opened(server: Server, *, create: bool = True) -> None:
    open_elastic(server, Manifest(), create=create).close()


def test_the_guides_domain_loads(tmp_path: Path):
    example, identity = (textwrap.dedent(text) for text in re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL))
    domain = {"version": 1, "about": "Sales.", **yaml.safe_load(example)}
    domain["indexes"]["handbook"] |= yaml.safe_load(identity)
    (tmp_path / "config/domains").mkdir(parents=True)
    (tmp_path / "config/domains/sales.yaml").write_text(yaml.safe_dump(domain))

    settings = Settings.read({"HOME": str(tmp_path)})
    configuration = load_configuration("sales", settings=settings, folder=tmp_path / "config")

    assert configuration.domain.indexes["handbook"].name == "sales-handbook"


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"url_env": "A", "cloud_id_env": "B"}, "`url_env` or `cloud_id_env`, not both"),
        ({"username_env": "A"}, "`username_env` and `password_env` together"),
        ({"api_key_env": "A", "username_env": "B", "password_env": "C"}, "`api_key_env` or `username_env`, not both"),
        ({"ca_env": "A", "fingerprint_env": "B"}, "`ca_env` or `fingerprint_env`, not both"),
    ],
)
def test_two_ways_to_log_in_are_refused_when_the_file_is_read(tmp_path: Path, keys: dict[str, str], words: str):
    (tmp_path / "config/domains").mkdir(parents=True)
    domain = {"version": 1, "about": "Notes.", "indexes": {"notes": keys}}
    (tmp_path / "config/domains/notes.yaml").write_text(yaml.safe_dump(domain))

    with pytest.raises(WrongConfiguration, match=re.escape(words)):
        load_configuration("notes", settings=Settings.read({"HOME": str(tmp_path)}), folder=tmp_path / "config")


def test_a_user_a_key_and_a_fingerprint_each_let_in(secure: Cluster, name: str, key: Callable[..., str]):
    opened(secure.server(name))
    opened(secure.server(name, **only_key(key(READER))), create=False)
    opened(secure.server(name, ca=None, fingerprint=fingerprint(secure.ca)))


def test_a_cloud_id_leads_to_its_deployment():
    place = Server(name="x", cloud_id=cloud_id(9243)).place

    assert place == "the cloud deployment test"
    with pytest.raises(IndexUnusable, match="`cloud_id_env`"):
        opened(Server(name="x", cloud_id="nonsense"))


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"password": "wrong"}, "refused the credentials; check the variables of `username_env` and `password_env`"),
        ({"username": None, "password": None}, "set `api_key_env`, or `username_env` and `password_env`"),
        ({"username": None, "api_key": "bm86eWVz"}, "check the key in the variable of `api_key_env`"),
        ({"ca": None}, "is not trusted by this machine; set `ca_env`"),
        ({"ca": "/no/such/file"}, "There is no file /no/such/file; correct the path in the variable of `ca_env`"),
        ({"ca": None, "fingerprint": "0" * 64}, "another fingerprint; correct the variable of `fingerprint_env`"),
        ({"ca": None, "fingerprint": "0"}, "64 hexadecimal digits; correct the variable of `fingerprint_env`"),
        ({"ca": None, "fingerprint": "x" * 64}, "64 hexadecimal digits; correct the variable of `fingerprint_env`"),
        ({"url": "https://no-such-host.invalid:9200"}, "is unknown; check the variable of `url_env`"),
        ({"url": "https://127.0.0.1:1"}, "does not answer; start it, or check the variable of `url_env`"),
    ],
)
def test_what_is_wrong_is_said_with_its_setting(secure: Cluster, name: str, facts: dict, words: str):
    with pytest.raises(IndexUnusable, match=re.escape(words)) as refused:
        opened(secure.server(name, **facts))

    assert "changeme" not in str(refused.value)


def test_another_authority_is_not_trusted(secure: Cluster, name: str, tmp_path: Path):
    other = tmp_path / "other.crt"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=other", "-keyout", "/dev/null"]
    subprocess.run([*made, "-out", str(other)], check=True, capture_output=True)

    with pytest.raises(IndexUnusable, match=f"`ca_env` leads to {other}"):
        opened(secure.server(name, ca=str(other)))


def test_http_where_https_is_spoken_says_so(secure: Cluster, name: str):
    with pytest.raises(IndexUnusable, match="begins with https"):
        opened(secure.server(name, url=secure.urls[0].replace("https", "http"), ca=None))


def test_a_key_without_the_right_is_told_which_one_is_needed(secure: Cluster, name: str, key: Callable[..., str]):
    with pytest.raises(
        IndexUnusable, match=r"may not `.*put`, which takes one of the cluster privileges \[manage_index"
    ):
        opened(secure.server(name, **only_key(key(READER))))
    with pytest.raises(IndexUnusable, match=r"`api_key_env` this right on `elsewhere\*`"):
        opened(secure.server("elsewhere", **only_key(key(READER))), create=False)


def test_a_reader_finds_no_index_and_makes_none(secure: Cluster, name: str, key: Callable[..., str]):
    with pytest.raises(IndexMissing, match=f"There is no index {name}"):
        opened(secure.server(name, **only_key(key(READER))), create=False)


def test_the_rights_in_the_guide_are_enough_to_load_search_and_reindex(
    secure: Cluster, name: str, key: Callable[..., str]
):
    from tools.documents.reindex import reindex

    index = open_elastic(secure.server(name, **only_key(key(LOADER))), Manifest())
    put(index, LexicalOnly(), passage("Refunds take five days."), passage("Trains.", "b.md"))
    index.replace([passage("Refunds take six days.", digest="new")], None)
    reindex(index, LexicalOnly())
    index.remove(["b.md"])

    reader = open_elastic(secure.server(name, **only_key(key(READER))), Manifest(), create=False)
    assert [card.id for card in reader.documents()] == ["a.md"]
    assert reader.passages_of("a.md")[0].text == "Refunds take six days."
    assert "privilege `monitor`" in reader.health().place
    with pytest.raises(IndexUnusable, match="may not `indices:admin/refresh`"):
        reader.remove(["a.md"])


def test_the_servers_own_rights_decide_for_each_asker(
    secure: Cluster, name: str, key: Callable[..., str], tmp_path: Path
):
    open_notes = {"indices": [READER["indices"][0] | {"query": {"term": {"type": "open"}}}]}
    (tmp_path / "config/domains").mkdir(parents=True)
    notes = {
        "name": name, "embedder": "none", "url_env": "ES", "ca_env": "ES_CA", "api_key_env": "ES_LOADER",
        "identity": {"api_key_envs": {"ann": "ES_ALL", "@staff": "ES_OPEN"}},
    }  # fmt: skip
    domain = {"version": 1, "about": "Notes.", "indexes": {"notes": notes}}
    (tmp_path / "config/domains/notes.yaml").write_text(yaml.safe_dump(domain))
    environment = {
        "HOME": str(tmp_path), "ES": secure.urls[0], "ES_CA": secure.ca, "ES_LOADER": key(LOADER),
        "ES_ALL": key(READER), "ES_OPEN": key(open_notes),
    }  # fmt: skip
    settings = Settings.read(environment)
    configuration = load_configuration("notes", settings=settings, folder=tmp_path / "config")
    loading = open_index(configuration, "notes", settings, None, create=True)
    put(
        loading.index,
        LexicalOnly(),
        passage("The margin is nine percent.", "board.md", type="secret"),
        passage("The margin is discussed on Monday.", "news.md", type="open"),
    )

    def seen(asker: Asker) -> tuple[list[str], list[str]]:
        notes = open_index(configuration, "notes", settings, asker)
        found = search_passages(notes, "margin", asker=asker, today=date(2026, 1, 1), limit=5)
        return [c.id for c in readable_documents(notes.index, asker)], [p.passage.document for p in found.passages]

    assert seen(Asker(id="ben", groups=("staff",))) == (["news.md"], ["news.md"])
    assert [sorted(names) for names in seen(Asker(id="ann"))] == [["board.md", "news.md"]] * 2
    with pytest.raises(SourceUnavailable, match="lists nothing for the asker `eve`"):
        open_index(configuration, "notes", settings, Asker(id="eve"))
    wrong = Settings.read(environment | {"ES_ALL": "bm86eWVz"})
    with pytest.raises(SourceUnavailable, match=r"`indexes.notes`: .* variable of `identity.api_key_envs`"):
        open_index(configuration, "notes", wrong, Asker(id="ann"))
