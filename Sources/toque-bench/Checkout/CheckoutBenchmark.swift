/// Payments at each checkout provider compared to Pix, in turns in one run. Clients, merchants' servers and sandboxes
/// share the processors.
struct CheckoutBenchmark {
    let binary: String
    let folder: String

    private static let turns = 3

    /// The best turn of a provider.
    private struct Best {
        var perSecond = 0.0
        /// Milliseconds of the server's processor time per flow, and of the clients' own work.
        var (server, client) = (0.0, 0.0)
        var (requests, webhooks) = (0.0, 0.0)
        var webhooksPerSecond = 0.0
    }

    func run(memoryOf provider: String, flows: Int) throws {
        try rates()
        try memory(of: provider, flows: flows)
    }

    // MARK: Rates

    private func rates() throws {
        report(
            "Payments with an assertion each, webhooks taken, durable, \(SandboxBenchmark.clients) clients (aim: 1.3 "
                + "times as many as with Pix, whose flow is an enrollment and a payment):\n")
        let sandboxes = try MeasuredProviders.all.map { provider in
            try ShopSandbox(
                provider, binary: binary, data: ["--database", "\(folder)/rate-\(provider.name).sqlite"],
                folder: folder)
        }
        defer { for sandbox in sandboxes { sandbox.stop() } }
        for sandbox in sandboxes { try sandbox.shop.load(for: .seconds(1)) }
        var best = sandboxes.map { _ in Best() }
        for _ in 0..<Self.turns {
            for (index, sandbox) in sandboxes.enumerated() {
                let turn = try Self.turn(sandbox)
                if turn.perSecond > best[index].perSecond { best[index] = turn }
            }
        }
        for _ in 0..<Self.turns {
            for (index, sandbox) in sandboxes.enumerated() {
                best[index].webhooksPerSecond = max(
                    best[index].webhooksPerSecond, try WebhookRate.measure(sandbox))
            }
        }
        Self.show(zip(MeasuredProviders.names, best).map { ($0, $1) })
    }

    private static func turn(_ sandbox: ShopSandbox) throws -> Best {
        let before = (sandbox.server.processorTime, sandbox.shop.webhooks.count)
        let load = try sandbox.shop.load(for: .seconds(4))
        let flows = Double(load.flows.count)
        return Best(
            perSecond: load.perSecond, server: (sandbox.server.processorTime - before.0) * 1000 / flows,
            client: load.clientWork.inSeconds * 1000 / flows, requests: Double(load.requests) / flows,
            webhooks: Double(sandbox.shop.webhooks.count - before.1) / flows)
    }

    private static func show(_ rows: [(name: String, best: Best)]) {
        let columns = [
            "flows/s", "beside Pix", "server", "clients", "requests", "webhooks", "webhooks/s", "beside Pix",
        ]
        report(padded("", 16) + columns.map { padded($0, 12, left: true) }.joined())
        guard let pix = rows.first?.best else { return }
        for (name, best) in rows {
            let values = [
                rounded(best.perSecond), "\(rounded(best.perSecond / pix.perSecond)) x", "\(rounded(best.server)) ms",
                "\(rounded(best.client)) ms", rounded(best.requests), rounded(best.webhooks),
                "\(Int(best.webhooksPerSecond))", "\(rounded(best.webhooksPerSecond / pix.webhooksPerSecond)) x",
            ]
            report(padded(name, 16) + values.map { padded($0, 12, left: true) }.joined())
        }
        report("")
    }

    // MARK: Memory

    /// Memory over many flows, for Pix and one other provider.
    private func memory(of name: String, flows: Int) throws {
        for provider in MeasuredProviders.all where [PixMeasured().name, name].contains(provider.name) {
            report("\(provider.name), with webhooks:")
            let sandbox = try ShopSandbox(
                provider, binary: binary,
                data: ["--database", "\(folder)/growth-\(provider.name).sqlite", "--durability", "normal"],
                folder: folder)
            defer { sandbox.stop() }
            try MemoryGrowth.measure(sandbox.server, flows: flows) { try sandbox.shop.load(flows: $0) }
        }
    }
}
