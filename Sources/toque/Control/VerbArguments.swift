import Sandbox
import ToqueEncoding

extension ControlVerb {
    /// - Parameter operand: the text after the verb, such as ` ID`.
    func help(_ command: String, operand: String = "") -> String {
        let options = parameters.map { "--\($0.option) TEXT" }
        let width = options.map(\.count).max() ?? 0
        let rows = zip(options, parameters).map { option, parameter in
            "  \(option)\(String(repeating: " ", count: width - option.count))  \(parameter.summary)"
        }
        return
            (["\(command) \(name)\(operand)\(options.map { " [\($0)]" }.joined())", "", summary]
            + (rows.isEmpty ? [] : [""] + rows)).joined(separator: "\n")
    }
}

extension ControlVerb.Parameter {
    /// `external-id` for `external_id`.
    var option: String { String(name.map { $0 == "_" ? "-" : $0 }) }
}

/// The words after a verb that only the sandbox knows. Each option has a value: `--reason TEXT` or `--reason=TEXT`.
struct VerbArguments {
    /// The words other than options and their values.
    private(set) var operands: [String] = []
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

    /// The options as members of a request. Unique prefixes of option names are accepted.
    /// - Parameter command: for example `toque sandbox decline`.
    /// - Throws: status 2 for an unknown option of the verb, and for an option without a value.
    func parameters(of verb: ControlVerb, _ command: String) throws(CommandError) -> JSONObject {
        var object = JSONObject()
        for (name, value) in options {
            let exact = verb.parameters.filter { "--\($0.option)" == name }
            let meant = exact.isEmpty ? verb.parameters.filter { "--\($0.option)".hasPrefix(name) } : exact
            guard meant.count == 1, let parameter = meant.first else {
                let near = NearestNames.of(name, in: verb.parameters.map { "--\($0.option)" })
                throw CommandError(
                    .unknownOption, at: name, "\(command) has no such option",
                    hint: NearestNames.hint(near, list: "toque sandbox actions \(verb.name)"))
            }
            guard let value else {
                throw CommandError(.missingArgument, at: name, "a value is missing", hint: "pass \(name) TEXT")
            }
            object[parameter.name] = .string(value)
        }
        return object
    }
}
