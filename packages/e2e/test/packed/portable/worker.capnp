using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.bundle.js")],
      bindings = [(name = "RECEIVER", fromEnvironment = "RECEIVER")],
      compatibilityDate = "2026-11-01",
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
);
