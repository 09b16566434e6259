"""Rules over rendered manifests. Each returns its faults."""

import re
from collections.abc import Callable, Iterator

from tests.k8s.rendered_manifests import Doc, containers, of_kind, pod_of, workloads

Rule = Callable[[list[Doc]], list[str]]
RESTRICTED = "pod-security.kubernetes.io/enforce"
_SECRET_WORDS = re.compile(r"(password|secret|api_?key|token)", re.IGNORECASE)


def no_privileges(docs: list[Doc]) -> list[str]:
    """An ordinary user, no privileges, a read-only root, the runtime's seccomp."""
    faults = []
    for workload in workloads(docs):
        pod = pod_of(workload).get("securityContext", {})
        fits = pod.get("runAsNonRoot") is True and pod.get("seccompProfile") == {"type": "RuntimeDefault"}
        if not fits or pod.get("runAsUser") != 10001:
            faults.append(f"{workload['metadata']['name']}: its pod may be root")
    for place, container in containers(docs):
        given = container.get("securityContext", {})
        if given.get("allowPrivilegeEscalation") is not False or given.get("privileged"):
            faults.append(f"{place}: may gain privileges")
        if given.get("readOnlyRootFilesystem") is not True:
            faults.append(f"{place}: may write its root")
        if given.get("capabilities") != {"drop": ["ALL"]}:
            faults.append(f"{place}: keeps capabilities")
    return faults


def nothing_of_the_node(docs: list[Doc]) -> list[str]:
    """No network, process list or folder of the node, and no API token."""
    faults = []
    for workload in workloads(docs):
        name, pod = workload["metadata"]["name"], pod_of(workload)
        faults += [f"{name}: {word}" for word in ("hostNetwork", "hostPID", "hostIPC") if pod.get(word)]
        faults += [
            f"{name}: {volume['name']} of the node" for volume in pod["volumes"] if "hostPath" in volume
        ]
        if pod.get("automountServiceAccountToken") is not False:
            faults.append(f"{name}: has a token of the API")
        if pod.get("serviceAccountName") != name:
            faults.append(f"{name}: has no account of its own")
        if pod.get("enableServiceLinks") is not False:
            faults.append(f"{name}: gets all services in its environment")
    return faults


def a_restricted_namespace(docs: list[Doc]) -> list[str]:
    """The API server refuses privileged pods, and everything is in our namespace."""
    spaces = of_kind(docs, "Namespace")
    faults = [f"{space['metadata']['name']} is open" for space in spaces
              if space["metadata"]["labels"].get(RESTRICTED) != "restricted"]  # fmt: skip
    outside = [doc["metadata"]["name"] for doc in docs
               if doc["kind"] != "Namespace" and doc["metadata"].get("namespace") != "wangi"]  # fmt: skip
    return faults + [f"{name} is in no namespace of ours" for name in outside] + ([] if spaces else ["none"])


def pinned_images(docs: list[Doc]) -> list[str]:
    """A specific tag or a digest."""
    faults = []
    for place, container in containers(docs):
        tag = container["image"].partition("@")[0].rpartition("/")[2].partition(":")[2]
        if not tag or tag == "latest":
            faults.append(f"{place}: {container['image']}")
    return faults


def resources_set(docs: list[Doc]) -> list[str]:
    """The scheduler knows all needs, and memory is limited."""
    faults = []
    for place, container in containers(docs):
        asked = container.get("resources", {})
        if not {"cpu", "memory"} <= asked.get("requests", {}).keys():
            faults.append(f"{place}: does not say what it needs")
        if "memory" not in asked.get("limits", {}):
            faults.append(f"{place}: may take all memory")
    for workload in workloads(docs):
        faults += [f"{workload['metadata']['name']}: {volume['name']} grows without limit"
                   for volume in pod_of(workload)["volumes"]
                   if "emptyDir" in volume and "sizeLimit" not in volume["emptyDir"]]  # fmt: skip
    return faults


def meaningful_probes(docs: list[Doc]) -> list[str]:
    """A pod that waits for its database is alive but not ready."""
    faults = []
    for entry in of_kind(docs, "Deployment", "StatefulSet"):
        for container in pod_of(entry)["containers"]:
            place = f"{entry['metadata']['name']}/{container['name']}"
            missing = [
                kind for kind in ("startup", "readiness", "liveness") if f"{kind}Probe" not in container
            ]
            faults += [f"{place}: no {kind} probe" for kind in missing]
            part = entry["metadata"]["labels"]["app.kubernetes.io/component"] == "part"
            if part and not missing:
                paths = {
                    kind: container[f"{kind}Probe"]["httpGet"]["path"] for kind in ("readiness", "liveness")
                }
                if paths != {"readiness": "/readyz", "liveness": "/healthz"}:
                    faults.append(f"{place}: {paths}")
    return faults


def _parts(docs: list[Doc]) -> Iterator[Doc]:
    for entry in of_kind(docs, "Deployment"):
        if entry["metadata"]["labels"]["app.kubernetes.io/component"] == "part":
            yield entry


def _least(docs: list[Doc], name: str) -> int:
    for entry in of_kind(docs, "ScaledObject", "HorizontalPodAutoscaler"):
        if entry["spec"]["scaleTargetRef"]["name"] == name:
            spec = entry["spec"]
            return int(spec.get("minReplicaCount", spec.get("minReplicas", 0)))
    deployment = next(entry for entry in of_kind(docs, "Deployment") if entry["metadata"]["name"] == name)
    return int(deployment["spec"].get("replicas", 1))


# More were never measured, and fewer have gaps during an update.
MAX_REPLICAS = 10
# Scaling down closes sockets, so a lull must last.
CALM_SECONDS, LEAVING_APART_SECONDS = 300, 60


def calm_scaling(docs: list[Doc]) -> list[str]:
    """Scale up at once and down one at a time, within bounds. Gateways by CPU only."""
    scalers = of_kind(docs, "ScaledObject", "HorizontalPodAutoscaler")
    scaled = [scaler["spec"]["scaleTargetRef"]["name"] for scaler in scalers]
    parts = sorted(part["metadata"]["name"] for part in _parts(docs))
    faults = [] if not scalers or sorted(scaled) == parts else [f"scaled are {scaled}, not {parts}"]
    for name, one in zip(scaled, scalers, strict=True):
        spec = one["spec"]
        least, most = (
            spec.get(f"{end}ReplicaCount", spec.get(f"{end}Replicas", 0)) for end in ("min", "max")
        )
        if not 2 <= least < most <= MAX_REPLICAS:
            faults.append(f"{name}: from {least} to {most}")
        advanced = spec.get("advanced", {}).get("horizontalPodAutoscalerConfig", spec)
        up, down = (advanced.get("behavior", {}).get(way, {}) for way in ("scaleUp", "scaleDown"))
        if (
            up.get("stabilizationWindowSeconds", 0) > 0
            or down.get("stabilizationWindowSeconds", 0) < CALM_SECONDS
        ):
            faults.append(f"{name}: a burst waits, or a pause is believed too soon")
        steps = down.get("policies", [])
        if not steps or any((step["type"], step["value"]) != ("Pods", 1) or
                            step["periodSeconds"] < LEAVING_APART_SECONDS for step in steps):  # fmt: skip
            faults.append(f"{name}: several leave at once")
        if name == "gateway" and [
            (metric["type"], metric["resource"]["name"]) for metric in spec["metrics"]
        ] != [("Resource", "cpu")]:
            faults.append("gateway: is scaled by more than its processor time")
    return faults


def one_may_go(docs: list[Doc]) -> list[str]:
    """A disruption budget, spread over nodes, and no pod less during an update."""
    budgets = {tuple(entry["spec"]["selector"]["matchLabels"].items()): entry["spec"]
               for entry in of_kind(docs, "PodDisruptionBudget")}  # fmt: skip
    faults = []
    for entry in of_kind(docs, "Deployment"):
        name, pod = entry["metadata"]["name"], pod_of(entry)
        if _least(docs, name) < 2:
            continue
        labels = entry["spec"]["selector"]["matchLabels"]
        if budgets.get(tuple(labels.items()), {}).get("maxUnavailable") != 1:
            faults.append(f"{name}: nothing keeps one of them while nodes are emptied")
        keys = {spread["topologyKey"] for spread in pod.get("topologySpreadConstraints", [])
                if spread["labelSelector"]["matchLabels"] == labels}  # fmt: skip
        if keys != {"kubernetes.io/hostname", "topology.kubernetes.io/zone"}:
            faults.append(f"{name}: may stand on one node")
        rolling = entry["spec"]["strategy"]
        if rolling.get("rollingUpdate", {}).get("maxUnavailable") != 0:
            faults.append(f"{name}: is short of one while it is rolled")
    return faults


def time_to_leave(docs: list[Doc]) -> list[str]:
    """Endpoints are removed first, then the server drains, then the consumer."""
    shared = next(
        entry["data"] for entry in of_kind(docs, "ConfigMap") if "BASE_URL" in entry.get("data", {})
    )
    needed = float(shared["DRAIN_SECONDS"]) + 2 * float(shared["GRACE_SECONDS"])
    is_alone = all(part["spec"].get("replicas") == 1 for part in _parts(docs))
    enough = is_alone or float(shared["DRAIN_SECONDS"]) >= 5
    faults = [] if enough else ["endpoints are removed later than the pod leaves"]
    for part in _parts(docs):
        if pod_of(part).get("terminationGracePeriodSeconds", 30) < needed + 5:
            faults.append(f"{part['metadata']['name']}: is killed while it leaves")
    return faults


def no_new_code_on_an_old_schema(docs: list[Doc]) -> list[str]:
    """A service starts after the Job has migrated its schema."""
    faults = []
    for part in _parts(docs):
        name, pod = part["metadata"]["name"], pod_of(part)
        waits = [first["command"][-1] for first in pod.get("initContainers", [])
                 if first["image"] == pod["containers"][0]["image"]]  # fmt: skip
        if name != "gateway" and waits != ["schema"]:
            faults.append(f"{name}: starts on any schema")
    return faults


def no_secret_values(docs: list[Doc]) -> list[str]:
    faults = [
        f"the Secret {entry['metadata']['name']} is in the repository" for entry in of_kind(docs, "Secret")
    ]
    for place, container in containers(docs):
        for variable in container.get("env", []):
            value = str(variable.get("value", ""))
            plain = re.sub(r"\$\(\w+\)", "", value)
            is_list_of_references = variable["name"] == "ROLE_PASSWORDS" and not re.search(r"=[^,]", plain)
            if _SECRET_WORDS.search(variable["name"]) and plain and not is_list_of_references:
                faults.append(f"{place}: {variable['name']} has a value")
            if re.search(r"://[^/@$]*:[^/@$]+@", value):
                faults.append(f"{place}: {variable['name']} holds a password")
    for entry in of_kind(docs, "ConfigMap"):
        faults += [f"ConfigMap: {name}" for name in entry.get("data", {}) if _SECRET_WORDS.search(name)]
    return faults


_GUARDED = {
    "DATABASE_URL": ("postgresql://", "sslmode=verify-full", "sslrootcert=/", "$("),
    "OWNER_DATABASE_URL": ("postgresql://", "sslmode=verify-full", "sslrootcert=/", "$("),
    "REDIS_URL": ("rediss://", "ssl_ca_certs=/", "$("),
    "KAFKA_BOOTSTRAP_SERVERS": ("sasl_ssl://", "ca=/", "SCRAM-SHA-512", "$("),
}


def guarded_clients(docs: list[Doc]) -> list[str]:
    """Clients use TLS, verify the server's name and authenticate."""
    faults = []
    for place, container in containers(docs):
        mounts = tuple(mount["mountPath"] for mount in container.get("volumeMounts", []))
        for name, value in ((item["name"], str(item.get("value", ""))) for item in container.get("env", [])):
            faults += [
                f"{place}: {name} lacks {word}" for word in _GUARDED.get(name, ()) if word not in value
            ]
            faults += [
                f"{place}: nothing is mounted at {authority}"
                for authority in re.findall(r"=(/[^&]+)/ca\.crt", value)
                if authority not in mounts
            ]
    return faults


def guarded_servers(docs: list[Doc]) -> list[str]:
    faults = []
    for entry in of_kind(docs, "Kafka"):
        for listener in entry["spec"]["kafka"]["listeners"]:
            if not listener["tls"] or listener["authentication"]["type"] != "scram-sha-512":
                faults.append(f"Kafka's listener {listener['name']} is open")
            if not listener.get("networkPolicyPeers"):
                faults.append(f"Kafka's listener {listener['name']} lets everybody in")
        if entry["spec"]["kafka"]["authorization"]["type"] != "simple":
            faults.append("Kafka lets everybody do everything")
    for entry in of_kind(docs, "Cluster"):
        if "hostnossl all all all reject" not in entry["spec"]["postgresql"]["pg_hba"]:
            faults.append("PostgreSQL takes connections without TLS")
    return faults


ALL: tuple[Rule, ...] = (
    no_privileges, nothing_of_the_node, a_restricted_namespace, pinned_images, resources_set, meaningful_probes,
    one_may_go, calm_scaling, time_to_leave, no_new_code_on_an_old_schema, no_secret_values, guarded_clients,
    guarded_servers,
)  # fmt: skip
