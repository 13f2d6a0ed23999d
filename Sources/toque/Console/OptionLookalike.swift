import ToqueEncoding

/// An argument that looks like an option but is not: a PEM text, or base64url that begins with a hyphen, like one
/// credential ID in 64. The parser would look up its letters as options and repeat it in its error, even a private key.
enum OptionLookalike {
    /// The minimum size of a credential's ID in bytes (WebAuthn section 4).
    private static let minSize = 16

    /// Moves such an argument after `--`, where the parser does not take it for an option.
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
        // The parser finds this option's value.
        if index > 0, arguments[index - 1] == "--\(BlobOwnerOptions.credentialOption)" { return false }
        return text.hasPrefix("-") && !isOption(text) && (Base64URL.decode(text)?.count ?? 0) >= minSize
    }

    /// Options consist of lowercase letters.
    private static func isOption(_ text: String) -> Bool {
        text.hasPrefix("--") && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) }
    }
}
