"""Composes deploy/kubernetes as `kubectl kustomize` does, with the few words that its files use; any other is refused.

Names of generated ConfigMaps get no hash here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import yaml

from tools.rig.json import Json

Manifest = Json
WORDS: Final = {
    "apiVersion", "kind", "resources", "components", "configMapGenerator", "images", "namespace", "replicas",
}  # fmt: skip


def composed(folder: Path) -> list[Manifest]:
    """Return the manifests that a folder with a kustomization.yaml stands for."""
    return _with(_read(folder), folder, [])


def _read(folder: Path) -> Manifest:
    (words,) = _documents(folder / "kustomization.yaml")
    unknown = words.keys() - WORDS
    if unknown:
        raise ValueError(f"{folder} uses {', '.join(sorted(unknown))}, which this does not know.")
    return words


def _documents(path: Path) -> list[Manifest]:
    return [document for document in yaml.safe_load_all(path.read_text("utf-8")) if document]


def _with(words: Manifest, folder: Path, found: list[Manifest]) -> list[Manifest]:
    """Return these manifests and what a kustomization adds to them and changes in them."""
    for name in words.get("resources", []):
        path = (folder / name).resolve()
        found = [*found, *(composed(path) if path.is_dir() else _documents(path))]
    for name in words.get("components", []):
        path = (folder / name).resolve()
        found = _with(_read(path), path, found)
    for generated in words.get("configMapGenerator", []):
        found = _with_map(generated, folder, found)
    for manifest in found:
        _change(manifest, words)
    return found


def _with_map(generated: Manifest, folder: Path, found: list[Manifest]) -> list[Manifest]:
    lines = [line for name in generated.get("envs", []) for line in (folder / name).read_text("utf-8").splitlines()]
    lines += generated.get("literals", [])
    data = dict(line.split("=", 1) for line in lines if line)
    data |= {Path(name).name: (folder / name).read_text("utf-8") for name in generated.get("files", [])}
    name = generated["name"]
    if generated.get("behavior") == "merge":
        (known,) = (each for each in found if (each["kind"], each["metadata"]["name"]) == ("ConfigMap", name))
        known["data"] |= data
        return found
    return [*found, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}]


def _change(manifest: Manifest, words: Manifest) -> None:
    if "namespace" in words and manifest["kind"] != "Namespace":
        manifest["metadata"]["namespace"] = words["namespace"]
    for wanted in words.get("replicas", []):
        if manifest["metadata"]["name"] == wanted["name"] and "replicas" in manifest.get("spec", {}):
            manifest["spec"]["replicas"] = wanted["count"]
    for wanted in words.get("images", []):
        for container in containers(manifest):
            name, _, tag = container["image"].partition(":")
            if name == wanted["name"]:
                container["image"] = f"{wanted.get('newName', name)}:{wanted.get('newTag', tag)}"


def containers(manifest: Manifest) -> list[Manifest]:
    """Return the containers of what makes pods; of all else, none."""
    pod = manifest.get("spec", {}).get("template", {}).get("spec", {})
    return [*pod.get("initContainers", []), *pod.get("containers", [])]


def environment(manifests: list[Manifest], pod: str, secret: dict[str, str]) -> dict[str, str]:
    """Return what the game's container in the pod of this name finds in its environment, with this Secret `clash`."""
    (workload,) = (each for each in manifests if each["metadata"]["name"] == "game" and containers(each))
    maps = {each["metadata"]["name"]: each["data"] for each in manifests if each["kind"] == "ConfigMap"}
    (container,) = containers(workload)
    result: dict[str, str] = {}
    for source in container["envFrom"]:
        result |= maps[source["configMapRef"]["name"]] if "configMapRef" in source else secret
    for variable in container.get("env", []):
        source = variable["valueFrom"]
        if "fieldRef" in source:
            assert source["fieldRef"]["fieldPath"] == "metadata.name"
        result[variable["name"]] = pod if "fieldRef" in source else secret[source["secretKeyRef"]["key"]]
    return result
