"""deploy/kubernetes: valid, hardened, pinned, and of one mind on how many workers there are."""

from __future__ import annotations

import re
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from app.base.settings import PREFIX, Settings
from tests.support.kustomize import Manifest, composed, containers, environment

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
PAGE = (ROOT / "docs" / "hosting" / "kubernetes.md").read_text("utf-8")
RULES = (ROOT / "deploy" / "prometheus" / "rules.yml").read_text("utf-8")
BASES = ("small", "large")
VERSIONS = ("1.29", "1.37")
OPERATORS = {"ServiceMonitor"}  # not Kubernetes' own: no schema of it is at hand
SECRET = {"CLASH_DATABASE_URL": "postgresql://h/clash", "CLASH_SECRET": "x" * 40, "CLASH_VAPID_KEY": "pem"}


def site(base: str, folder: Path) -> list[Manifest]:
    """Return a base with what is optional."""
    own = {"resources": [base], "components": ["monitoring"]}
    for name in (base, "monitoring"):
        (folder / name).symlink_to(FOLDER / name)
    (folder / "kustomization.yaml").write_text(yaml.safe_dump(own), "utf-8")
    return composed(folder)


def of_kind(manifests: list[Manifest], *kinds: str) -> dict[str, Manifest]:
    """Return the manifests of these kinds by name."""
    return {each["metadata"]["name"]: each for each in manifests if each["kind"] in kinds}


@pytest.fixture(params=BASES)
def base(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def manifests(base: str, tmp_path: Path) -> list[Manifest]:
    return site(base, tmp_path)


def test_manifests_are_valid_by_the_schemas_of_the_api(manifests: list[Manifest]) -> None:
    for version in VERSIONS:
        for manifest in manifests:
            if manifest["kind"] not in OPERATORS:
                kubernetes_validate.validate(manifest, version, strict=True)


def test_pods_are_restricted(manifests: list[Manifest]) -> None:
    workloads = of_kind(manifests, "Deployment", "StatefulSet")
    assert workloads
    for workload in workloads.values():
        pod = workload["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] > 0
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert pod["automountServiceAccountToken"] is False
        for container in containers(workload):
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
            }  # fmt: skip
            assert container["resources"]["limits"]["memory"] and container["resources"]["requests"]["cpu"]


def test_no_service_adds_settings_to_the_environment(manifests: list[Manifest]) -> None:
    """Kubernetes would add CLASH_PORT for a Service `clash`, and the server refuses settings that it does not know."""
    assert "clash" in of_kind(manifests, "Service")
    for workload in of_kind(manifests, "Deployment", "StatefulSet").values():
        assert workload["spec"]["template"]["spec"]["enableServiceLinks"] is False


def test_probes_ask_what_they_should(manifests: list[Manifest]) -> None:
    game = of_kind(manifests, "Deployment", "StatefulSet")["game"]["spec"]["template"]["spec"]
    (container,) = game["containers"]
    assert container["livenessProbe"]["httpGet"]["path"] == container["startupProbe"]["httpGet"]["path"] == "/healthz"
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    _, seconds = container["lifecycle"]["preStop"]["exec"]["command"]
    grace = Settings.model_fields["shutdown_grace_seconds"].default
    assert game["terminationGracePeriodSeconds"] > int(seconds) + grace


def test_services_policies_budgets_and_monitors_find_their_pods(manifests: list[Manifest]) -> None:
    pods = [
        {**each["spec"]["template"]["metadata"]["labels"], "statefulset.kubernetes.io/pod-name": pod}
        for each in of_kind(manifests, "Deployment", "StatefulSet").values()
        for pod in names_of_pods(each)
    ]
    selectors = [(name, each["spec"]["selector"]) for name, each in of_kind(manifests, "Service").items()]
    for name, policy in of_kind(manifests, "NetworkPolicy").items():
        selectors.append((name, policy["spec"]["podSelector"]["matchLabels"]))
        for rule in (*policy["spec"].get("ingress", []), *policy["spec"].get("egress", [])):
            peers = (*rule.get("from", []), *rule.get("to", []))
            selectors += [(name, peer["podSelector"]["matchLabels"]) for peer in peers if "podSelector" in peer]
    for name, budget in of_kind(manifests, "PodDisruptionBudget").items():
        selectors.append((name, budget["spec"]["selector"]["matchLabels"]))
    for name, selector in selectors:
        assert any(selector.items() <= pod.items() for pod in pods), name
    (monitor,) = of_kind(manifests, "ServiceMonitor").values()
    wanted = monitor["spec"]["selector"]["matchLabels"].items()
    watched = [each for each in of_kind(manifests, "Service").values() if wanted <= each["metadata"]["labels"].items()]
    assert [each["metadata"]["name"] for each in watched] == ["game"]
    job = watched[0]["metadata"]["labels"][monitor["spec"]["jobLabel"]]
    assert all(re.fullmatch(wanted, job) for wanted in re.findall(r'job=~"([^"]+)"', RULES)), "no alert would come"
    assert monitor["spec"]["endpoints"][0]["port"] == watched[0]["spec"]["ports"][0]["name"]


def names_of_pods(workload: Manifest) -> list[str]:
    """Return the names of a workload's pods, as far as they are known beforehand."""
    name, spec = workload["metadata"]["name"], workload["spec"]
    first = spec.get("ordinals", {}).get("start", 0)
    return [f"{name}-{number}" for number in range(first, first + spec["replicas"])]


def test_what_is_mounted_and_read_is_there(manifests: list[Manifest]) -> None:
    maps, claims = of_kind(manifests, "ConfigMap"), of_kind(manifests, "PersistentVolumeClaim")
    for workload in of_kind(manifests, "Deployment", "StatefulSet").values():
        volumes = {each["name"]: each for each in workload["spec"]["template"]["spec"]["volumes"]}
        for container in containers(workload):
            for mount in container["volumeMounts"]:
                volume = volumes[mount["name"]]
                if "configMap" in volume:
                    assert mount["subPath"] in maps[volume["configMap"]["name"]]["data"]
                if "persistentVolumeClaim" in volume:
                    assert volume["persistentVolumeClaim"]["claimName"] in claims
            assert {"/tmp"} <= {mount["mountPath"] for mount in container["volumeMounts"]} or "redis" in container[
                "name"
            ]


def settings_of(manifests: list[Manifest], pod: str) -> dict[str, str]:
    """Return the game's environment in a pod; every name in it is a setting."""
    found = environment(manifests, pod, SECRET)
    assert set(found) <= {PREFIX + field.upper() for field in Settings.model_fields}
    return found


def check_workers(manifests: list[Manifest], count: int) -> None:
    """The pods, their Services, the proxy's list and the settings agree on the workers."""
    stateful = of_kind(manifests, "StatefulSet")["game"]
    pods = names_of_pods(stateful)
    services = of_kind(manifests, "Service")
    own = {
        each["spec"]["selector"]["statefulset.kubernetes.io/pod-name"]: each
        for each in services.values()
        if "statefulset.kubernetes.io/pod-name" in each["spec"]["selector"]
    }
    assert pods == [f"game-{number}" for number in range(1, count + 1)] == sorted(own)
    assert all(
        name == each["metadata"]["name"] and each["spec"]["publishNotReadyAddresses"] for name, each in own.items()
    )
    assert all(each["spec"]["ipFamilyPolicy"] == "SingleStack" for each in own.values())
    assert stateful["spec"]["serviceName"] in services
    listed = of_kind(manifests, "ConfigMap")["workers"]["data"]["WORKERS"]
    assert listed == ",".join(f"{pod}:8000" for pod in pods)
    assert {settings_of(manifests, pod)["CLASH_WORKERS"] for pod in pods} == {str(count)}
    assert [settings_of(manifests, pod)["CLASH_WORKER"] for pod in pods] == pods


def test_the_workers_agree(tmp_path: Path) -> None:
    check_workers(site("large", tmp_path), 3)


def test_what_all_workers_share_does_not_come_from_their_folders(tmp_path: Path) -> None:
    manifests = site("large", tmp_path)
    (container,) = containers(of_kind(manifests, "StatefulSet")["game"])
    required = {each["name"] for each in container["env"] if "secretKeyRef" in each["valueFrom"]}
    assert required == {"CLASH_DATABASE_URL", "CLASH_SECRET", "CLASH_VAPID_KEY"}
    for name in required:
        assert f"--from-literal={name}=" in PAGE
    assert "emptyDir" in next(
        each
        for each in of_kind(manifests, "StatefulSet")["game"]["spec"]["template"]["spec"]["volumes"]
        if each["name"] == "data"
    )


def test_only_the_proxy_reaches_workers_that_trust_it(tmp_path: Path) -> None:
    manifests = site("large", tmp_path)
    policies = of_kind(manifests, "NetworkPolicy")
    assert settings_of(manifests, "game-1")["CLASH_TRUSTED_PROXIES"] == "*"
    assert policies["nothing-else"]["spec"].get("ingress", []) == []
    (way_in,) = policies["game"]["spec"]["ingress"]
    assert [peer["podSelector"]["matchLabels"]["app.kubernetes.io/component"] for peer in way_in["from"]] == ["proxy"]


def test_one_pod_with_a_volume_and_no_second_beside_it(tmp_path: Path) -> None:
    manifests = site("small", tmp_path)
    game = of_kind(manifests, "Deployment")["game"]["spec"]
    assert (game["replicas"], game["strategy"]) == (1, {"type": "Recreate"})
    assert "CLASH_DATABASE_URL" not in environment(manifests, "game-x", {})
    mounts = {each["name"]: each["mountPath"] for each in containers({"spec": game})[0]["volumeMounts"]}
    assert mounts["data"] == environment(manifests, "game-x", {})["CLASH_DATA_DIR"]
