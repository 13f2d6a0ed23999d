import ToqueEncoding

/// An argument that begins like an option and is none: a PEM text, or base64url that begins with a hyphen, as one ID of
/// a credential in 64 does. The parser would look for its letters among the options, and repeat it in its error, even a
/// private key.
enum OptionLookalike {
    /// Bytes that a credential's ID has at least (WebAuthn section 4).
    private static let minSize = 16

    /// Puts such an argument behind `--`, where the parser takes it for what it is.
    static func moved(_ arguments: [String]) -> [String] {
        guard !arguments.contains("--"), let index = arguments.indices.first(where: { stands(at: $0, in: arguments) })
        else { return arguments }
        var arguments = arguments
        let text = arguments.remove(at: index)
        return arguments + ["--", text]
    }

    private static func stands(at index: Int, in arguments: [String]) -> Bool {
        let text = arguments[index]
        if text.hasPrefix("-----BEGIN ") { return true }
        // The value of this option is the parser's to find.
        if index > 0, arguments[index - 1] == "--\(BlobOwnerOptions.credentialOption)" { return false }
        return text.hasPrefix("-") && !isOption(text) && (Base64URL.decode(text)?.count ?? 0) >= minSize
    }

    /// Options are words of small letters.
    private static func isOption(_ text: String) -> Bool {
        text.hasPrefix("--") && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) }
    }
}
