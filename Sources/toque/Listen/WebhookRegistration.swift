import ToqueEncoding

/// The sandbox's knowledge of a listener.
actor WebhookRegistration {
    /// How often it is looked whether the sandbox still knows.
    private static let interval = Duration.seconds(3)
    /// For the last request of a command that a person has ended.
    private static let removalTime = Duration.seconds(2)

    private let client: ControlClient
    private let body: JSON
    /// The endpoint's id; nil while there is none.
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

    /// Adds the endpoint again where a sandbox that was started anew does not know it.
    /// - Throws: what the sandbox refuses; `CancellationError`.
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

    /// Removes the endpoint. A sandbox that cannot be reached has to do without.
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
