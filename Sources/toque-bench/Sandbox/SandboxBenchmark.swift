import Glibc
import Sandbox

/// `toque simulate` in a separate process, with clients here that load it with enrollments and payments.
struct SandboxBenchmark {
    let binary: String
    let folder: String
    /// The number of flows in the memory run.
    let flows: Int

    static let clients = 16
    /// As many as keep both processors busy while others wait for the disk.
    private static let manyClients = 64
    /// The maximum number of concurrent flows in an open load.
    private static let arrivals = 64

    private enum Place: String, CaseIterable {
        case full = "durable, synchronous FULL"
        case normal = "durable, synchronous NORMAL"
        case memory = "in memory"

        func arguments(_ path: String) -> [String] {
            switch self {
            case .full: ["--database", path]
            case .normal: ["--database", path, "--durability", "normal"]
            case .memory: ["--memory"]
            }
        }
    }

    func run() throws -> FlowShares {
        report("Enrollments with a payment each, 9 requests over HTTP; server and clients share the processors.\n")
        var shares: FlowShares?
        for place in Place.allCases {
            let server = try start(place.arguments(path(place)))
            defer { server.stop() }
            try loads(place, server)
            shares = try shares ?? FlowShares(port: server.port)
        }
        try ready()
        try growth()
        guard let shares else { throw Processes.Failure(description: "no flow was measured") }
        return shares
    }

    private func path(_ place: Place) -> String { "\(folder)/sandbox-\(place).sqlite" }

    private func start(_ arguments: [String]) throws -> SandboxProcess {
        try SandboxProcess(
            [binary, "simulate", "--port", "0", "--options-delay", "0s", "--result-delay", "0s"] + arguments,
            folder: folder)
    }

    /// Loads it at full speed, and at half that rate.
    private func loads(_ place: Place, _ server: SandboxProcess) throws {
        let port = server.port
        let client: @Sendable () throws -> any LoadClient = { try FlowClient(port: port) }
        _ = try FlowLoad.closed(clients: Self.clients, for: .seconds(2), client: client)
        let before = (server.processorTime, try counts(server))
        let load = try FlowLoad.closed(clients: Self.clients, for: .seconds(8), client: client)
        let (processor, counts) = (server.processorTime - before.0, try counts(server))
        let number = Double(load.flows.count)
        report(
            "\(place.rawValue): \(rounded(load.perSecond)) flows/s with \(Self.clients) clients; of the processors the "
                + "server took \(rounded(processor * 1000 / number)) ms a flow, the clients' own work "
                + "\(rounded(load.clientWork.inSeconds * 1000 / number)) ms; "
                + "\(rounded((counts.operations - before.1.operations) / number)) operations of the store a flow in "
                + "\(rounded((counts.batches - before.1.batches) / number)) transactions")
        show(load)
        let full = try FlowLoad.closed(clients: Self.manyClients, for: .seconds(8), client: client)
        report("    with \(Self.manyClients) clients: \(rounded(full.perSecond)) flows/s")
        show(full, steps: false)
        let half = try FlowLoad.open(
            rate: load.perSecond / 2, clients: Self.arrivals, flows: Int(load.perSecond * 4), client: client)
        report("    arriving at \(rounded(load.perSecond / 2))/s:")
        show(half)
        report("")
    }

    private func counts(_ server: SandboxProcess) throws -> (operations: Double, batches: Double) {
        (try server.metric("toque_database_operations_total"), try server.metric("toque_database_batches_total"))
    }

    private func show(_ load: FlowLoad, steps: Bool = true) {
        func line(_ name: String, _ latencies: Latencies) {
            let columns = zip(["p50", "p95", "p99"], latencies.percentiles([50, 95, 99])).map { name, value in
                padded("\(name) \(rounded(value)) ms", 16, left: true)
            }
            report(padded("    \(name)", 52) + columns.joined())
        }
        line("whole flows", load.flows)
        line("single requests", load.allSteps)
        guard steps else { return }
        for step in FlowClient.Step.allCases {
            if let latencies = load.steps[step.rawValue] { line("  \(step.rawValue)", latencies) }
        }
    }

    /// The time from a process's start until it is ready.
    private func ready() throws {
        func best(_ name: String, _ arguments: [String], prepare: () -> Void = {}) throws {
            var times: [(file: Duration, answer: Duration)] = []
            for _ in 0..<10 {
                prepare()
                let server = try start(arguments)
                times.append((server.readyFile, server.firstAnswer))
                server.stop()
            }
            let (file, answer) = (times.map(\.file).sorted(), times.map(\.answer).sorted())
            report(
                padded("ready, \(name)", 46) + "the file after \(rounded(file[5].inSeconds * 1000)) ms, health after "
                    + "\(rounded(answer[5].inSeconds * 1000)) ms (best: \(rounded(answer[0].inSeconds * 1000)) ms)")
        }
        let new = "\(folder)/new.sqlite"
        try best("in memory", ["--memory"])
        try best("a new database", ["--database", new]) { remove(new) }
        try best("a database with thousands of flows", ["--database", path(.full)])
        remove(new)
        report("")
    }

    private func remove(_ database: String) {
        for suffix in ["", "-wal", "-shm"] { unlink("\(database)\(suffix)") }
    }

    private func growth() throws {
        let server = try start(["--database", "\(folder)/sandbox-growth.sqlite", "--durability", "normal"])
        defer { server.stop() }
        let port = server.port
        try MemoryGrowth.measure(server, flows: flows) { flows in
            try FlowLoad.closed(clients: Self.clients, flows: flows) { try FlowClient(port: port) }
        }
    }

    /// Measures each part separately.
    func shares(_ shares: FlowShares) async throws {
        report("What a flow takes of each part alone:")
        for (name, milliseconds) in try shares.cryptography() {
            report(padded("    \(name)", 52) + padded("\(rounded(milliseconds)) ms", 12, left: true))
        }
        let http = try shares.http(folder: folder, clients: Self.clients, flows: 3_000)
        report(
            padded("    the same requests to handlers that do nothing", 52)
                + padded("\(rounded(http.processor)) ms of processors", 24, left: true)
                + padded("\(rounded(http.perSecond)) flows/s", 20, left: true))
        for place in Place.allCases {
            let location: SandboxStore.Location =
                place == .memory ? .memory : .file("\(folder)/store-\(place).sqlite")
            let rate = try await shares.store(
                location, place == .normal ? .normal : .full, clients: Self.clients, flows: 1_000)
            report(
                padded("    store alone, \(place.rawValue)", 52) + padded("\(rounded(1000 / rate)) ms", 12, left: true)
                    + padded("\(rounded(rate)) flows/s", 20, left: true))
        }
        report("")
    }
}
