"""The manifests of `k8s/` that follow from the code: parts, network, topics, users, scaling, secrets."""
