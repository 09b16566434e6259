"""The manifests of `k8s/`, rendered by kustomize and held against the code and the promises."""
