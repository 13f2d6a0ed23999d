import ToqueEncoding

/// The registration of a listener at the sandbox.
actor WebhookRegistration {
    /// The interval for checking that the registration still exists.
    private static let interval = Duration.seconds(3)
    /// The time limit for the last request of an interrupted command.
    private static let removalTime = Duration.seconds(2)

    private let client: ControlClient
    private let body: JSON
    /// The endpoint's id; nil while not registered.
    private var id: String?

    init(client: ControlClient, url: String, token: String?, allTenants: Bool) {
        self.client = client
        var body: JSONObject = ["url": .string(url), "all_tenants": .bool(allTenants)]
        body["token"] = token.map(JSON.string)
        self.body = .object(body)
    }

    func add() async throws(ControlError) {
        let answer = try await client.post("webhooks", body)
        guard let id = answer["id"]?.stringValue else {
            throw .foreign(client.server, reason: "an endpoint without an id")
        }
        self.id = id
    }

    /// Registers the endpoint again after a restart of the sandbox.
    /// - Throws: the sandbox's refusal; `CancellationError`.
    func keep() async throws {
        var isThere = true
        while true {
            try await Task.sleep(for: Self.interval)
            do throws(ControlError) {
                try await renew()
                if !isThere { Console.standard.progress("\(client.server) is there again") }
                isThere = true
            } catch {
                try Task.checkCancellation()
                switch error {
                case .unreachable, .interrupted: break
                case .foreign, .refused: throw error
                }
                if isThere { Console.standard.progress("\(client.server) is gone; waiting for it: toque simulate") }
                isThere = false
            }
        }
    }

    private func renew() async throws(ControlError) {
        let known = try await client.get("webhooks")["webhooks"]?.arrayValue ?? []
        if !known.contains(where: { $0["url"] == body["url"] }) { try await add() }
    }

    /// Removes the endpoint, if the sandbox is reachable.
    func remove() async {
        guard let id else { return }
        let client = client
        await withTaskGroup { group in
            group.addTask { _ = try? await client.delete("webhooks/\(ControlClient.segment(id))") }
            group.addTask { try? await Task.sleep(for: Self.removalTime) }
            await group.next()
            group.cancelAll()
        }
    }
}
