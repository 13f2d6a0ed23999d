import ToqueEncoding

/// What `toque simulate` is told, by options or by environment variables: `--api-keys FILE` is also
/// `TOQUE_SIMULATE_API_KEYS=FILE`. An option wins over its variable, and over those of options that it excludes.
struct Settings {
    /// A value with where it comes from.
    struct Source {
        let text: String
        /// `--api-keys` or `TOQUE_SIMULATE_API_KEYS`.
        let name: String

        /// The error for a value that does not fit.
        func mismatch(expected: String) -> CommandError {
            CommandError(.usage, "\(name): found \(text.quoted), expected \(expected)")
        }
    }

    /// The value of a variable.
    let environment: (String) -> String?

    /// - Parameters:
    ///   - option: what the command line says.
    ///   - name: of the option, without its dashes.
    /// - Returns: nil where neither the option nor its variable is given; an empty variable is none.
    func source(_ option: String?, _ name: String) -> Source? {
        if let option { return Source(text: option, name: "--\(name)") }
        let variable = "TOQUE_SIMULATE_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
        guard let text = environment(variable), !text.isEmpty else { return nil }
        return Source(text: text, name: variable)
    }

    func text(_ option: String?, _ name: String) -> String? { source(option, name)?.text }

    /// Where a value comes from, for errors that are found later.
    func name(_ option: String?, _ name: String) -> String { source(option, name)?.name ?? "--\(name)" }

    /// - Parameters:
    ///   - expected: for the error, such as `0 to 65535`.
    ///   - read: nil for a text that does not fit.
    /// - Throws: status 2, naming the source.
    func value<Value>(
        _ option: String?, _ name: String, expected: String, _ read: (String) -> Value?
    ) throws(CommandError) -> Value? {
        guard let source = source(option, name) else { return nil }
        guard let value = read(source.text) else { throw source.mismatch(expected: expected) }
        return value
    }

    /// One of the type's texts.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ option: String?, _ name: String, of type: Value.Type = Value.self
    ) throws(CommandError) -> Value? {
        let expected = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return try value(option, name, expected: expected) { Value(rawValue: $0) }
    }

    func span(_ option: String?, _ name: String) throws(CommandError) -> Duration? {
        try value(option, name, expected: TimeSpan.expected) { TimeSpan(argument: $0)?.duration }
    }

    /// A flag, whose variable is `1` or `true`; `0` and `false` are as good as none.
    func flag(_ isGiven: Bool, _ name: String) throws(CommandError) -> Bool {
        let values = ["1": true, "true": true, "0": false, "false": false]
        return try value(isGiven ? "true" : nil, name, expected: "true or false") { values[$0.lowercased()] } ?? false
    }

    /// The values of an option that may stand more than once; in its variable white space is between them.
    func texts(_ options: [String], _ name: String) -> [String] {
        guard options.isEmpty else { return options }
        return text(nil, name)?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    }

    /// Checks options that exclude each other.
    /// - Returns: settings in which their variables count only where none of the options is given.
    /// - Throws: status 2 where two of them are given in the same way.
    func excluding(_ options: [(name: String, isGiven: Bool)]) throws(CommandError) -> Settings {
        let given = options.filter(\.isGiven).map { "--\($0.name)" }
        let sources = given.isEmpty ? options.compactMap { source(nil, $0.name)?.name } : given
        guard sources.count <= 1 else {
            throw CommandError(.usage, "\(sources.joined(separator: " and ")) exclude each other")
        }
        return given.isEmpty ? self : Settings { _ in nil }
    }
}
