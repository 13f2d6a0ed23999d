import Sandbox
import ToqueEncoding

/// The words after a verb that only the sandbox knows. Each option has a value: `--reason TEXT` or `--reason=TEXT`.
struct VerbArguments {
    /// The words other than options and their values.
    private var operands: [String] = []
    /// No value: the option is the last word, or another option follows.
    private var options: [(name: String, value: String?)] = []

    init(_ words: some Sequence<String>) {
        var words = Array(words)[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("-"), word.count > 1 else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let hasValue = parts.count > 1 || words.first?.hasPrefix("--") == false
            options.append((parts[0], parts.count > 1 ? parts[1] : hasValue ? words.popFirst() : nil))
        }
    }

    /// The operands.
    /// - Parameter names: as in the help, such as `id`.
    /// - Throws: status 2 unless there is one for each name.
    func operands(_ names: [String], _ command: String) throws(CommandError) -> [String] {
        let hint = "see `\(command) --help`"
        guard operands.count >= names.count else {
            throw CommandError(.missingArgument, at: "<\(names[operands.count])>", "required", hint: hint)
        }
        if let more = operands.dropFirst(names.count).first {
            throw CommandError(.unexpectedArgument, "unexpected argument \(more.quoted)", hint: hint)
        }
        return operands
    }

    /// The options as members of a request. Unique prefixes of option names are accepted.
    /// - Parameter command: for example `toque sandbox decline`.
    /// - Throws: status 2 for an unknown option of the verb, for an option without a value, and for a missing one.
    func parameters(of verb: ControlVerb, _ command: String) throws(CommandError) -> JSONObject {
        var object = JSONObject()
        for (name, value) in options {
            let exact = verb.parameters.filter { "--\($0.option)" == name }
            let meant = exact.isEmpty ? verb.parameters.filter { "--\($0.option)".hasPrefix(name) } : exact
            guard meant.count == 1, let parameter = meant.first else {
                let near = NearestNames.of(name, in: verb.parameters.map { "--\($0.option)" })
                throw CommandError(
                    .unknownOption, at: name, "\(command) has no such option",
                    hint: NearestNames.hint(near, list: "\(command) --help"))
            }
            guard let value else {
                throw CommandError(.missingArgument, at: name, "a value is missing", hint: "see `\(command) --help`")
            }
            object[parameter.name] = .string(value)
        }
        if let missing = verb.parameters.first(where: { $0.isRequired && object[$0.name] == nil }) {
            throw CommandError(.missingArgument, at: "--\(missing.option)", "required", hint: "see `\(command) --help`")
        }
        return object
    }
}
