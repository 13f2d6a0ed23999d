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
    static let enrollments = completion { try await objects($0, kind: "enrollment") }
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
        return try await operands(of: verb, words, client)
    }

    /// The actions of `toque sandbox`, then the objects that they act on.
    static let actions = completion { client, words in
        let index = try await SandboxIndex(of: client)
        guard let verb = index.actions.first(where: { words.contains($0.name) }) else {
            return index.actions.map(\.name)
        }
        return try await operands(of: verb, words, client) + objects(client)
    }

    /// The names of all actions and events.
    static let verbs = completion { client in
        let index = try await SandboxIndex(of: client)
        return (index.actions + index.triggers).map(\.name)
    }

    // MARK: -

    private static let reasons: [StatusReasonCode] = [
        .sendRiskSignalsFailed, .redirectionToInstitutionFailed, .biometricRegistrationFailed,
        .tooManyDeviceRegistrationAttempts, .rejectedByUser, .deviceNotSupportsBiometricAuthentication,
        .institutionInfraFailed, .blockedByInstitutionSecurityPolicy, .redirectionBackFromInstitutionFailed,
        .biometricValidationError, .rejectedOther, .canceledDueToExpiration, .unexpected, .insufficientFunds,
    ]

    private static let newest: ControlClient.Query = [("limit", "1000")]

    private static func operands(
        of verb: ControlVerb, _ words: [String], _ client: ControlClient
    ) async throws -> [String] {
        let options = verb.parameters.map { "--\($0.option)" }
        // The index of the control API does not list them.
        if words.suffix(2).contains("--reason") {
            let isOfPayments = verb.name.hasPrefix("payment.") || verb.name.hasPrefix("charge.")
            return isOfPayments ? try await paymentReasons(client) : reasons.map(\.rawValue)
        }
        return options
    }

    /// There is a scenario of each reason.
    private static func paymentReasons(_ client: ControlClient) async throws -> [String] {
        let prefix = "payment."
        let names = try await client.get("scenarios")["scenarios"]?.arrayValue?.map(Scenarios.name) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    private static func ids(_ list: JSON?) -> [String] {
        list?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
    }

    private static func objects(_ client: ControlClient, kind: String? = nil) async throws -> [String] {
        let events = try await client.get("events", newest)["events"]?.arrayValue ?? []
        return Set(
            events.filter { kind == nil || $0["kind"]?.stringValue == kind }.compactMap { $0["object"]?.stringValue }
        ).sorted()
    }

    private static func completion(
        _ values: @escaping @Sendable (ControlClient) async throws -> [String]
    ) -> CompletionKind {
        completion { client, _ in try await values(client) }
    }

    private static func completion(
        _ values: @escaping @Sendable (ControlClient, [String]) async throws -> [String]
    ) -> CompletionKind {
        .custom { (words: [String], _: Int, prefix: String) async -> [String] in
            let found = await withTaskGroup(of: [String].self) { group in
                group.addTask {
                    (try? await options(in: words).withControl(patience: Patience.none) {
                        try await values($0, words)
                    }) ?? []
                }
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

    /// The sandbox named on the command line.
    private static func options(in words: [String]) throws -> ControlOptions {
        var arguments: [String] = []
        for option in ["--server", "--tenant", "--control-token-file"] {
            guard let index = words.firstIndex(of: option), index + 1 < words.count else { continue }
            arguments += [option, words[index + 1]]
        }
        return try ControlOptions.parse(arguments)
    }
}
