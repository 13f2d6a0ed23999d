import ToqueEncoding

/// A merchant and a payer at a provider's sandbox.
struct MeasuredShop: Sendable {
    let provider: any MeasuredProvider
    /// The sandbox's port on 127.0.0.1.
    let port: UInt16
    let webhooks: WebhookReceiver
    let payer: PayerPhone

    /// Registers its webhook endpoint at the sandbox and makes one payment, which registers the payer's passkey.
    init(_ provider: any MeasuredProvider, port: UInt16) throws {
        self.provider = provider
        self.port = port
        webhooks = try WebhookReceiver { try provider.word(of: $0) }
        payer = try PayerPhone(port: port)
        _ = try TimedConnection(port: port).post(
            "/_toque/webhooks", ["url": .string(webhooks.url)], expecting: 201)
        try load(clients: 1, flows: 1)
    }

    /// Runs clients that pay at full speed.
    @discardableResult
    func load(
        clients: Int = SandboxBenchmark.clients, flows: Int = .max, for duration: Duration = .seconds(86_400)
    ) throws -> FlowLoad {
        try FlowLoad.closed(clients: clients, flows: flows, for: duration) { try provider.client(of: self) }
    }
}

/// A provider's sandbox in a separate process, with such a merchant.
struct ShopSandbox {
    let server: SandboxProcess
    let shop: MeasuredShop

    /// - Parameters:
    ///   - binary: `toque`.
    ///   - data: options for its storage.
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
