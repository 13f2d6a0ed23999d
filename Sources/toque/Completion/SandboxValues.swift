import ArgumentParser
import PixAPI
import Sandbox
import ToqueEncoding

/// Completes values that the running sandbox knows. Without a sandbox, offers nothing, and within 800 ms.
enum SandboxValues {
    private static let timeout = Duration.milliseconds(800)

    static let scenarios = completion { client in
        try await client.get("scenarios")["scenarios"]?.arrayValue?.map(Scenarios.name) ?? []
    }
    static let webhooks = completion { client in ids(try await client.get("webhooks")["webhooks"]) }
    static let deliveries = completion { ids(try await $0.get("deliveries", newest)["deliveries"]) }
    static let ceremonies = completion { ids(try await $0.get("ceremonies", newest)["ceremonies"]) }
    static let keys = completion { ids(try await $0.ofNoTenant.get("keys")["keys"]) }
    /// All objects with events, such as enrollments and payments.
    static let objects = completion { try await objects($0) }
    static let enrollments = completion { try await objects($0, ["enrollment"]) }
    static let institutions = timed { words, _ in
        let server = try ServerOptions.parse(given(["--server", "--api-keys"], in: words))
        return try await withTransport { try await server.makeClient($0).institutions().map(\.id) }
    }
    static let eventTypes = completion { client in
        Set(try await client.get("events", newest)["events"]?.arrayValue?.compactMap { $0["type"]?.stringValue } ?? [])
            .sorted()
    }

    /// The events of `toque trigger`, the names and values of their options.
    static let trigger = completion { client, words in
        let index = try await SandboxIndex(of: client)
        guard let verb = index.triggers.first(where: { words.contains($0.name) }) else {
            return index.triggers.map(\.name)
        }
        return options(of: verb, words)
    }

    /// The actions of `toque sandbox`, then the IDs of the objects that they act on, and their options.
    static let actions = completion { client, words in
        let index = try await SandboxIndex(of: client)
        // The words before the current one, without `toque sandbox`.
        let before = words.dropFirst(2)
        guard let name = before.first else { return index.actions.map(\.name) + TenantTopic.names(index) }
        if let action = index.actions.first(where: { $0.name == name }) {
            let options = options(of: action, words)
            guard let kinds = action.objects, options.allSatisfy({ $0.hasPrefix("--") }) else { return options }
            return try await objects(client, kinds) + options
        }
        guard let verb = before.dropFirst().first else { return TenantTopic(name, index)?.verbNames ?? [] }
        return index.tenantActions.first { $0.name == "\(name) \(verb)" }.map { options(of: $0, words) } ?? []
    }

    /// The names of all actions and events.
    static let verbs = completion { client in
        let index = try await SandboxIndex(of: client)
        return (index.actions + index.triggers).map(\.name)
    }

    // MARK: -

    private static let newest: ControlClient.Query = [("limit", "1000")]

    /// The options of a verb; after one of them, its values.
    /// - Parameter words: before the current one.
    private static func options(of verb: ControlVerb, _ words: [String]) -> [String] {
        let parameter = verb.parameters.first { "--\($0.option)" == words.last }
        return parameter.map { $0.values ?? [] } ?? verb.parameters.map { "--\($0.option)" }
    }

    private static func ids(_ list: JSON?) -> [String] {
        list?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
    }

    /// - Parameter kinds: nil for all.
    private static func objects(_ client: ControlClient, _ kinds: [String]? = nil) async throws -> [String] {
        let events = try await client.get("events", newest)["events"]?.arrayValue ?? []
        return Set(
            events.filter { kinds?.contains($0["kind"].cell) ?? true }.compactMap { $0["object"]?.stringValue }
        ).sorted()
    }

    private static func completion(
        _ values: @escaping @Sendable (ControlClient) async throws -> [String]
    ) -> CompletionKind {
        completion { client, _ in try await values(client) }
    }

    /// - Parameter values: gets the words before the current one.
    private static func completion(
        _ values: @escaping @Sendable (ControlClient, [String]) async throws -> [String]
    ) -> CompletionKind {
        timed { words, index in
            let options = try ControlOptions.parse(given(["--server", "--tenant", "--control-token-file"], in: words))
            return try await options.withControl(patience: Patience.none) {
                try await values($0, Array(words.prefix(index)))
            }
        }
    }

    /// - Parameter values: gets all words, and the index of the current one.
    private static func timed(
        _ values: @escaping @Sendable ([String], Int) async throws -> [String]
    ) -> CompletionKind {
        .custom { (words: [String], index: Int, prefix: String) async -> [String] in
            let found = await withTaskGroup(of: [String].self) { group in
                group.addTask { (try? await values(words, index)) ?? [] }
                group.addTask {
                    try? await Task.sleep(for: timeout)
                    return []
                }
                defer { group.cancelAll() }
                return await group.next() ?? []
            }
            return found.filter { $0.hasPrefix(prefix) && isWord($0) }
        }
    }

    /// True for a text without meaning to shells and terminals: bash expands what it completes, and another server may
    /// answer.
    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "-._:@/+".utf8.contains(byte)
                }
            }
    }

    /// Those of the options that the command line has, with their values.
    private static func given(_ options: [String], in words: [String]) -> [String] {
        options.flatMap { option -> [String] in
            guard let index = words.firstIndex(of: option), index + 1 < words.count else { return [] }
            return [option, words[index + 1]]
        }
    }
}
