/// The names of members and parameters whose values the journal masks.
///
/// Masking works on text and by name alone, before anything is stored, so that malformed or truncated bodies are masked
/// as strictly as whole ones.
public struct SecretNames: Sendable, Hashable {
    /// Replaces a value.
    static let mark = "***"

    /// Secrets in every message: tokens (RFC 6749, OpenID Connect) and a device's data about its owner.
    public static let common: Set<String> = [
        "risk_signals", "id_token", "access", "access_token", "refresh", "refresh_token", "secret", "client_secret",
        "token", "password",
    ]
    /// Secrets if a client sends them or a URL carries them (RFC 6749 section 4.1.2), and the token of a page's form. JSON
    /// responses use the same words for other things: an error's code, an address's state.
    public static let ofRequests: Set<String> = ["code", "state", "page_token"]

    /// Few and short, so comparing them is faster than hashing.
    fileprivate var names: [[UInt8]]

    init(_ names: Set<String>) { self.names = Set(names.map { $0.lowercased() }).sorted().map { Array($0.utf8) } }

    func contains(_ name: String) -> Bool { contains(lowercased: Array(name.lowercased().utf8)[...]) }

    private func contains(lowercased name: ArraySlice<UInt8>) -> Bool {
        names.contains { $0.count == name.count && name.elementsEqual($0) }
    }

    /// - Parameter name: the bytes between the quotation marks of a JSON member's name.
    func contains(jsonName name: ArraySlice<UInt8>) -> Bool {
        // There is no good reason to escape letters: a name with escapes cannot be compared and counts as secret.
        contains(lowercased: name) || name.contains(UInt8(ascii: "\\"))
            || name.contains(where: isUpper) && contains(String(decoding: name, as: UTF8.self))
    }

    private func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}

/// The secret names in an endpoint's messages.
struct MessageSecrets: Sendable {
    private(set) var requests: SecretNames
    private(set) var answers: SecretNames

    /// For an endpoint without secrets of its own.
    static let common = MessageSecrets(besides: [])

    init(besides names: [String]) {
        let all = SecretNames.common.union(names)
        answers = SecretNames(all)
        requests = SecretNames(all.union(SecretNames.ofRequests))
    }

    /// These, plus the provider's for all endpoints.
    func adding(_ names: SecretNames) -> MessageSecrets {
        guard !names.names.isEmpty else { return self }
        var all = self
        all.requests.names += names.names
        all.answers.names += names.names
        return all
    }
}
