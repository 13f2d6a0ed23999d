import Sandbox
import Synchronization
import ToqueEncoding

/// A sandbox that others started, or the balancer in front of several.
struct RunningSandbox {
    /// Its port on 127.0.0.1.
    let port: UInt16

    /// Loads it at full speed, or at a rate.
    func load(_ options: BenchOptions) throws {
        let load =
            if let provider = MeasuredProviders.all.first(where: { $0.name == options.provider }) {
                try MeasuredShop(provider, port: port).load(clients: options.clients, flows: options.flows)
            } else {
                try flows(options)
            }
        if options.rate != nil {
            let latencies = zip(["p50", "p95", "p99"], load.flows.percentiles([50, 95, 99]))
                .map { "\($0) \(rounded($1)) ms" }
            report("whole flows: \(latencies.joined(separator: ", "))")
        }
        report("\(rounded(load.perSecond)) flows/s")
    }

    private func flows(_ options: BenchOptions) throws -> FlowLoad {
        let keys = options.tenants == 0 ? [.sandbox] : try (0..<options.tenants).map { _ in try newTenant() }
        let begun = Atomic(0)
        let client: @Sendable () throws -> any LoadClient = {
            // The clients take the tenants in turn.
            let index = begun.add(1, ordering: .relaxed).oldValue
            return try FlowClient(port: port, key: keys[index % keys.count])
        }
        guard let rate = options.rate else {
            return try FlowLoad.closed(clients: options.clients, flows: options.flows, client: client)
        }
        return try FlowLoad.open(rate: rate, clients: options.clients, flows: options.flows, client: client)
    }

    /// Makes a tenant.
    /// - Returns: its key.
    private func newTenant() throws -> APIKey {
        let fields = "Content-Type: application/json\r\n"
        let answer = try HTTPConnection(port: port).send("POST", "/_toque/keys", fields: fields, body: Array("{}".utf8))
        let key = try JSON(parsing: answer.body)
        guard let id = key["id"]?.stringValue, let secret = key["secret"]?.stringValue else {
            throw TimedConnection.Failure(description: "POST /_toque/keys is \(answer.status): \(key.serialized())")
        }
        return APIKey(id: id, secret: secret)
    }
}
