import ToqueEncoding

/// A merchant and a payer at a provider's sandbox.
struct MeasuredShop: Sendable {
    let provider: any MeasuredProvider
    /// Of the sandbox, on 127.0.0.1.
    let port: UInt16
    let webhooks: WebhookReceiver
    let payer: PayerPhone

    /// Has the sandbox send its webhooks here, and makes one payment: the payer's passkey is registered with it.
    init(_ provider: any MeasuredProvider, port: UInt16) throws {
        self.provider = provider
        self.port = port
        webhooks = try WebhookReceiver { try provider.word(of: $0) }
        payer = try PayerPhone(port: port)
        _ = try TimedConnection(port: port).post(
            "/_toque/webhooks", ["url": .string(webhooks.url)], expecting: 201)
        try load(clients: 1, flows: 1)
    }

    /// Clients that pay, each as fast as it goes.
    @discardableResult
    func load(
        clients: Int = SandboxBenchmark.clients, flows: Int = .max, for duration: Duration = .seconds(86_400)
    ) throws -> FlowLoad {
        try FlowLoad.closed(clients: clients, flows: flows, for: duration) { try provider.client(of: self) }
    }
}

/// A provider's sandbox as a process of its own, with such a merchant.
struct ShopSandbox {
    let server: SandboxProcess
    let shop: MeasuredShop

    /// - Parameters:
    ///   - binary: `toque`.
    ///   - data: options that say where it keeps what it knows.
    ///   - folder: for the ready file.
    init(_ provider: any MeasuredProvider, binary: String, data: [String], folder: String) throws {
        server = try SandboxProcess(
            [binary, "simulate", "--provider", provider.name, "--port", "0"] + provider.options + data,
            folder: folder)
        shop = try MeasuredShop(provider, port: server.port)
    }

    func stop() {
        server.stop()
        shop.webhooks.stop()
    }
}
