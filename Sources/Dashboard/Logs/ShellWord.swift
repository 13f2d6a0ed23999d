import ToqueFiles

/// Words of a POSIX shell.
enum ShellWord {
    /// The text as one word, with variables in place of parts of it.
    /// - Parameter parts: texts, and names of variables.
    static func joined(_ parts: [Part]) -> String {
        let words = parts.map { part in
            switch part {
            case .text(let text): text.isEmpty ? "" : text.shellQuoted
            case .variable(let name): "\"$\(name)\""
            }
        }.joined()
        return words.isEmpty ? "''" : words
    }

    enum Part: Hashable {
        case text(String)
        case variable(String)
    }

    /// A name for a variable: `client_secret` and `X-Api-Key` become `CLIENT_SECRET` and `X_API_KEY`.
    static func variable(_ name: String) -> String {
        let letters = String(
            name.uppercased().unicodeScalars.map {
                $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) ? Character($0) : "_"
            })
        return letters.first.map { $0.isNumber } ?? true ? "_\(letters)" : letters
    }
}
