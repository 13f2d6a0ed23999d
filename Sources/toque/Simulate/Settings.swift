import ToqueEncoding

/// The settings of `toque simulate`, from options or environment variables: `--api-keys FILE` is also
/// `TOQUE_SIMULATE_API_KEYS=FILE`. An option overrides its variable, and the variables of options that it excludes.
struct Settings {
    /// A value with its source.
    struct Source {
        let text: String
        /// `--api-keys` or `TOQUE_SIMULATE_API_KEYS`.
        let name: String

        /// The error for an invalid value.
        func mismatch(expected: String) -> CommandError {
            CommandError.invalid(name, text, expected: expected)
        }
    }

    /// Returns a variable's value.
    let environment: (String) -> String?

    /// - Parameters:
    ///   - option: the command line's value.
    ///   - name: of the option, without its dashes.
    /// - Returns: nil if neither the option nor its variable is given; an empty variable counts as unset.
    func source(_ option: String?, _ name: String) -> Source? {
        if let option { return Source(text: option, name: "--\(name)") }
        let variable = "TOQUE_SIMULATE_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
        guard let text = environment(variable), !text.isEmpty else { return nil }
        return Source(text: text, name: variable)
    }

    func text(_ option: String?, _ name: String) -> String? { source(option, name)?.text }

    /// The source of a value, for errors detected later.
    func name(_ option: String?, _ name: String) -> String { source(option, name)?.name ?? "--\(name)" }

    /// - Parameters:
    ///   - expected: for the error, such as `0 to 65535`.
    ///   - read: returns nil for an invalid text.
    /// - Throws: status 2 with the source.
    func value<Value>(
        _ option: String?, _ name: String, expected: String, _ read: (String) -> Value?
    ) throws(CommandError) -> Value? {
        guard let source = source(option, name) else { return nil }
        guard let value = read(source.text) else { throw source.mismatch(expected: expected) }
        return value
    }

    /// One of the type's raw values.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ option: String?, _ name: String, of type: Value.Type = Value.self
    ) throws(CommandError) -> Value? {
        let expected = "one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")
        return try value(option, name, expected: expected) { Value(rawValue: $0) }
    }

    func span(_ option: String?, _ name: String) throws(CommandError) -> Duration? {
        try value(option, name, expected: TimeSpan.expected) { TimeSpan($0)?.duration }
    }

    /// A flag, whose variable is `1` or `true`; `0` and `false` mean unset.
    func flag(_ isGiven: Bool, _ name: String) throws(CommandError) -> Bool {
        let values = ["1": true, "true": true, "0": false, "false": false]
        return try value(isGiven ? "true" : nil, name, expected: "true or false") { values[$0.lowercased()] } ?? false
    }

    /// The values of a repeatable option; its variable separates them with whitespace.
    func texts(_ options: [String], _ name: String) -> [String] {
        guard options.isEmpty else { return options }
        return text(nil, name)?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    }

    /// Checks options that exclude each other.
    /// - Returns: settings that use their variables only if none of the options is given.
    /// - Throws: status 2 if two of them are given in the same way.
    func excluding(_ options: [(name: String, isGiven: Bool)]) throws(CommandError) -> Settings {
        let given = options.filter(\.isGiven).map { "--\($0.name)" }
        let sources = given.isEmpty ? options.compactMap { source(nil, $0.name)?.name } : given
        guard sources.count <= 1 else {
            throw CommandError(
                .conflictingOptions, at: sources[0], "excludes \(sources.dropFirst().joined(separator: " and "))")
        }
        return given.isEmpty ? self : Settings { _ in nil }
    }
}
