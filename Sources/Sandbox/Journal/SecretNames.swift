/// The names of members and parameters whose values the journal does not keep.
///
/// Texts in, texts out: what is secret is blotted out before anything is stored, by name alone, so that a body that is
/// broken or cut is treated as strictly as a whole one.
public struct SecretNames: Sendable, Hashable {
    /// What stands in a value's place.
    static let mark = "***"

    /// Secrets in every message: tokens (RFC 6749, OpenID Connect) and what a device tells about its owner.
    public static let common: Set<String> = [
        "risk_signals", "id_token", "access", "access_token", "refresh", "refresh_token", "secret", "client_secret",
        "token", "password",
    ]
    /// Secrets where a client sends them or a URL carries them (RFC 6749 section 4.1.2). A JSON answer has the same
    /// words for other things: an error's code, an address' state.
    public static let ofRequests: Set<String> = ["code", "state"]

    /// Few and short: to compare them is less than to hash what is looked for.
    fileprivate var names: [[UInt8]]

    init(_ names: Set<String>) { self.names = Set(names.map { $0.lowercased() }).sorted().map { Array($0.utf8) } }

    func contains(_ name: String) -> Bool { contains(lowercased: Array(name.lowercased().utf8)[...]) }

    private func contains(lowercased name: ArraySlice<UInt8>) -> Bool {
        names.contains { $0.count == name.count && name.elementsEqual($0) }
    }

    /// - Parameter name: the bytes between the quotation marks of a JSON member's name.
    func contains(jsonName name: ArraySlice<UInt8>) -> Bool {
        // Nobody escapes letters without a reason: what cannot be compared as it stands counts as secret.
        contains(lowercased: name) || name.contains(UInt8(ascii: "\\"))
            || name.contains(where: isUpper) && contains(String(decoding: name, as: UTF8.self))
    }

    private func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}

/// What is secret in the messages of an endpoint.
struct MessageSecrets: Sendable {
    private(set) var requests: SecretNames
    private(set) var answers: SecretNames

    /// Of an endpoint that names none of its own.
    static let common = MessageSecrets(besides: [])

    init(besides names: [String]) {
        let all = SecretNames.common.union(names)
        answers = SecretNames(all)
        requests = SecretNames(all.union(SecretNames.ofRequests))
    }

    /// These, and the provider's for all endpoints.
    func adding(_ names: SecretNames) -> MessageSecrets {
        guard !names.names.isEmpty else { return self }
        var all = self
        all.requests.names += names.names
        all.answers.names += names.names
        return all
    }
}
