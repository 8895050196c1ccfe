"""The files in `deploy/`: every command, variable, path and name in them exists."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from chancery.cli.terminal import Terminal
from chancery.cli.verbs import parser
from chancery.web.server.readiness import LIVE, READY

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
GUIDE = (ROOT / "docs" / "operating.md").read_text("utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OBJECTS = [
    thing
    for path in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for thing in yaml.safe_load_all(path.read_text())
]
# variables of others: of Django's settings and uvicorn, PostgreSQL's image, and Caddy
FOREIGN = {
    "DATABASE_URL", "FORWARDED_ALLOW_IPS", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD",
    "SITE",
}  # fmt: skip
VARIABLE = re.compile(r"\bCHANCERY_[A-Z_]+\b")


def of_kind(*kinds: str) -> list[dict[str, Any]]:
    return [thing for thing in OBJECTS if thing["kind"] in kinds]


def pods() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the template of every pod, with the name of its object."""
    for thing in of_kind("Deployment", "Job", "CronJob"):
        spec = thing["spec"]
        if thing["kind"] == "CronJob":
            spec = spec["jobTemplate"]["spec"]
        yield thing["metadata"]["name"], spec["template"]


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield every call of `chancery` in these files, with where it stands."""
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.M)
    (usual,) = re.findall(r"^CMD (.*)$", DOCKERFILE, re.M)
    assert json.loads(entry) == ["chancery"]
    yield "Dockerfile", json.loads(usual)
    for name, service in COMPOSE["services"].items():
        if service.get("image") != "chancery":
            continue
        if "entrypoint" not in service:
            yield f"compose {name}", service["command"]
        for line in re.findall(r"^\s*chancery (.*)$", "\n".join(service["command"]), re.M):
            yield f"compose {name}", shlex.split(line)
    for name, pod in pods():
        for container in pod["spec"]["containers"]:
            yield f"kubernetes {name}", container["args"]
    for path in (DEPLOY / "systemd").glob("*.service"):
        for line in re.findall(
            r"bin/chancery ([^'\n]*)", re.sub(r"\$\(.*?\)", "x", path.read_text())
        ):
            yield path.name, shlex.split(line)


CALLS = list(commands())


@pytest.mark.parametrize(("where", "arguments"), CALLS, ids=[where for where, _ in CALLS])
def test_every_command_exists(where: str, arguments: list[str]) -> None:
    assert all(isinstance(argument, str) for argument in arguments), arguments
    found = parser(Terminal("en")).parse_args(arguments)
    if arguments[0] == "serve":
        assert found.port == 8000


def test_every_role_runs_somewhere() -> None:
    for prefix in ("compose", "kubernetes"):
        roles = {
            role
            for where, arguments in CALLS
            if where.startswith(prefix) and arguments[0] == "serve"
            for role in parser(Terminal("en")).parse_args(arguments).roles
        }
        assert roles == {"web", "bots", "thinkers", "notices"}


def test_every_variable_is_read_by_the_code() -> None:
    known = {
        name
        for path in (ROOT / "src/chancery").rglob("*.py")
        for name in VARIABLE.findall(path.read_text())
    }
    used = set()
    for path in (p for p in DEPLOY.rglob("*") if p.is_file()):
        used |= set(VARIABLE.findall(path.read_text()))
    assert {"CHANCERY_HOME", "CHANCERY_SECRET_KEY", "CHANCERY_PROXY"} <= used <= known
    for service in COMPOSE["services"].values():
        assert set(service.get("environment", {})) <= known | FOREIGN
    (config,) = of_kind("ConfigMap")
    assert set(config["data"]) <= known | FOREIGN
    given = re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text(), re.M)
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert set(given) == asked


# -- the image ----------------------------------------------------------------------------------


def test_the_image_is_built_from_files_that_are_there_and_locked() -> None:
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.M):
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists(), source
            assert f"!{source}" in allowed, source
    (locked,) = re.findall(r"--require-hashes -r /src/(\S+)", DOCKERFILE)
    assert "--hash=sha256:" in (ROOT / locked).read_text()
    assert "--no-deps --no-build-isolation" in DOCKERFILE


def test_the_image_runs_without_rights_and_says_whether_it_lives() -> None:
    last = DOCKERFILE.rpartition("FROM ")[2]
    (user,) = re.findall(r"^USER (\d+):\d+$", last, re.M)
    assert int(user) > 0
    assert f"--uid {user} " in last
    (folders,) = re.findall(r"install -d -o chancery -g chancery -m 0700 (.*)$", last, re.M)
    targets = {
        volume.split(":")[1]
        for service in COMPOSE["services"].values()
        if service["image"] == "chancery"
        for volume in service["volumes"]
    }
    assert set(folders.split()) == targets, "a volume belongs to whom its folder in the image does"
    assert f"http://127.0.0.1:8000{LIVE}" in last
    assert "CHANCERY_HOME=/data" in last
    assert "VOLUME /data" in last


# -- compose ------------------------------------------------------------------------------------


def test_services_are_read_only_and_what_they_need_is_there() -> None:
    services = COMPOSE["services"]
    ours = {name: s for name, s in services.items() if s["image"] == "chancery"}
    assert len(ours) > 3
    named = set(COMPOSE["volumes"])
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
            else:
                assert source in named, source
    for name, service in ours.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert any(volume.endswith(":/data") for volume in service["volumes"]), name
    assert (
        COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
        == (services["web-1"]["environment"]["FORWARDED_ALLOW_IPS"])
    )


def test_the_proxy_asks_for_what_the_servers_answer() -> None:
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert f"health_uri {READY}" in caddy
    (upstreams,) = re.findall(r"reverse_proxy (.*) \{", caddy)
    servers = [
        f"{name}:8000"
        for name, service in COMPOSE["services"].items()
        if "web" in service.get("command", ())
    ]
    assert upstreams.split() == servers  # each by its name, or its health is not checked
    assert len(servers) == 2


# -- kubernetes ---------------------------------------------------------------------------------


def test_objects_find_each_other() -> None:
    (overall,) = of_kind("Kustomization")
    listed = overall["resources"]
    assert [image["name"] for image in overall["images"]] == ["chancery"]
    files = {path.name for path in (DEPLOY / "kubernetes").glob("*.yaml")}
    assert set(listed) == files - {"kustomization.yaml"}
    deployments = {thing["metadata"]["name"]: thing for thing in of_kind("Deployment")}
    for name, thing in deployments.items():
        labels = thing["spec"]["template"]["metadata"]["labels"]
        assert thing["spec"]["selector"]["matchLabels"] == labels, name
    for thing in of_kind("HorizontalPodAutoscaler"):
        target = deployments[thing["spec"]["scaleTargetRef"]["name"]]
        assert "replicas" not in target["spec"], "applied anew, it would undo the autoscaler"
        asked = target["spec"]["template"]["spec"]["containers"][0]["resources"]["requests"]
        assert "cpu" in asked
    assert all(
        "replicas" in thing["spec"]
        or any(h["metadata"]["name"] == name for h in of_kind("HorizontalPodAutoscaler"))
        for name, thing in deployments.items()
    )
    web = deployments["web"]["spec"]["template"]
    (service,), (budget,) = of_kind("Service"), of_kind("PodDisruptionBudget")
    assert service["spec"]["selector"] == web["metadata"]["labels"]
    assert budget["spec"]["selector"]["matchLabels"] == web["metadata"]["labels"]
    (ingress,) = of_kind("Ingress")
    (path,) = ingress["spec"]["rules"][0]["http"]["paths"]
    assert path["backend"]["service"]["name"] == service["metadata"]["name"]
    (job,) = of_kind("Job")
    assert re.findall(r"kubectl apply -l (\w+)=(\w+) ", GUIDE) == list(
        job["metadata"]["labels"].items()
    )
    (config,) = of_kind("ConfigMap")
    assert ingress["spec"]["rules"][0]["host"] in config["data"]["CHANCERY_HOSTS"].split(",")


PODS = list(pods())


@pytest.mark.parametrize(("name", "pod"), PODS, ids=[name for name, _ in PODS])
def test_pods_are_restricted_and_probed(name: str, pod: dict[str, Any]) -> None:
    spec = pod["spec"]
    assert spec["securityContext"]["runAsNonRoot"]
    volumes = {volume["name"]: volume for volume in spec["volumes"]}
    claims = {thing["metadata"]["name"] for thing in of_kind("PersistentVolumeClaim")}
    for volume in volumes.values():
        if "persistentVolumeClaim" in volume:
            assert volume["persistentVolumeClaim"]["claimName"] in claims
    (container,) = spec["containers"]
    rights = container["securityContext"]
    assert rights["readOnlyRootFilesystem"]
    assert not rights["allowPrivilegeEscalation"]
    assert rights["capabilities"] == {"drop": ["ALL"]}
    mounted = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
    assert {"/data", "/tmp"} <= set(mounted)
    assert set(mounted.values()) <= set(volumes)
    sources = [source for given in container["envFrom"] for source in given]
    assert sources == ["configMapRef", "secretRef"]
    if container["args"][0] != "serve":
        return
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert ports == {"http": int(container["args"][container["args"].index("--port") + 1])}
    probes = {kind: container[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness")}
    assert {probe["path"] for probe in probes.values()} == {LIVE}
    assert container["readinessProbe"]["httpGet"] == {"path": READY, "port": "http"}
    drain = container["args"][container["args"].index("--drain") + 1] if name == "web" else "0"
    assert spec["terminationGracePeriodSeconds"] >= int(drain) + 10


# -- systemd ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((DEPLOY / "systemd").iterdir()), ids=lambda path: path.name)
def test_units_are_well_formed(path: Path) -> None:
    section = ""
    for line in path.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line
            assert section in ("[Unit]", "[Service]", "[Timer]", "[Install]")
        else:
            assert re.fullmatch(r"[A-Z]\w+=.*", line), line
    names = {unit.stem for unit in (DEPLOY / "systemd").iterdir() if unit.suffix == ".service"}
    assert path.stem in names
    assert f"# /etc/systemd/system/{path.name}\n{path.read_text()}" in GUIDE


# -- the linters of others ----------------------------------------------------------------------


def nginx(folder: Path) -> Path:
    """Write the settings for nginx in the guide as a file of their own; return its path."""
    (block,) = re.findall(r"```nginx\n(.*?)```", GUIDE, re.S)
    call = "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out pem -subj /CN=x"
    subprocess.run(call.split(), cwd=folder, check=True, capture_output=True)
    block = block.replace("/etc/ssl/games.pem", "pem").replace("/etc/ssl/games.key", "key.pem")
    kept = " ".join(
        f"{what}_temp_path {folder / what};"
        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = folder / "nginx.conf"
    path.write_text(f"pid {folder}/pid; events {{}} http {{ access_log off; {kept}\n{block} }}")
    return path


def units(folder: Path) -> list[Path]:
    """Copy the units, with a program that is installed everywhere; return their paths."""
    copies = []
    for path in sorted((DEPLOY / "systemd").iterdir()):
        copies.append(folder / path.name)
        copies[-1].write_text(path.read_text().replace("/opt/chancery/bin/chancery", "/bin/true"))
    return copies


def caddy(folder: Path) -> Path:
    """Write the settings for Caddy in the guide as a file of their own; return its path."""
    (block,) = re.findall(r"```\n(\{\n    servers.*?)```", GUIDE, re.S)
    path = folder / "Caddyfile"
    path.write_text(block)
    return path


def dashboard(folder: Path) -> Path:
    """Write the expressions of the dashboard as rules that record them; return their path."""
    panels = json.loads((DEPLOY / "observability" / "grafana.json").read_text("utf-8"))["panels"]
    rules = [
        {"record": "x", "expr": target["expr"].replace("$__rate_interval", "5m"),
         "labels": {"panel": f"{panel['id']}-{target['refId']}"}}
        for panel in panels
        for target in panel["targets"]
    ]  # fmt: skip
    path = folder / "dashboard.yml"
    path.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    return path


def checks(tool: str, folder: Path) -> Iterator[list[str]]:
    """Yield the arguments of every call by which a tool checks our files."""
    match tool:
        case "caddy":
            for path in (DEPLOY / "Caddyfile", caddy(folder)):
                yield ["validate", "--adapter", "caddyfile", "--config", str(path)]
        case "docker-compose":
            yield ["-f", str(DEPLOY / "compose.yaml"), "config", "--quiet"]
        case "hadolint":
            yield ["--ignore", "DL3059", str(DEPLOY / "Dockerfile")]
        case "kubernetes-validate":
            files = (DEPLOY / "kubernetes").glob("*.yaml")
            yield ["--strict", *(str(path) for path in files if path.stem != "kustomization")]
        case "kubectl":
            yield ["kustomize", str(DEPLOY / "kubernetes")]
        case "nginx":
            yield ["-t", "-e", "stderr", "-c", str(nginx(folder))]
        case "promtool":
            yield ["test", "rules", str(DEPLOY / "observability" / "alerts_test.yml")]
            yield ["check", "rules", str(dashboard(folder))]
        case "systemd-analyze":
            yield ["verify", *(str(path) for path in units(folder))]


@pytest.mark.parametrize(
    "tool",
    [
        "caddy", "docker-compose", "hadolint", "kubectl", "kubernetes-validate", "nginx",
        "promtool", "systemd-analyze",
    ],
)  # fmt: skip
def test_tools_accept_the_files_that_are_meant_for_them(tool: str, tmp_path: Path) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    given = re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text(), re.M)
    env = os.environ | dict.fromkeys(given, "games.example.org") | {"HOME": str(tmp_path)}
    for arguments in checks(tool, tmp_path):
        done = subprocess.run(
            [tool, *arguments], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr + done.stdout
