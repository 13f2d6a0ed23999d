import Sandbox
import ToqueEncoding

extension ControlVerb {
    /// - Parameter operand: what stands behind the verb, such as ` ID`.
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

/// Words behind a verb that only the sandbox knows: each option has a value, as `--reason TEXT` or `--reason=TEXT`.
struct VerbArguments {
    /// What is neither an option nor its value.
    private(set) var operands: [String] = []
    private var options: [(name: String, value: String)] = []

    /// - Throws: status 2 for an option without a value.
    init(_ words: some Sequence<String>) throws(CommandError) {
        var words = Array(words)[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("-"), word.count > 1 else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let value = parts.count > 1 ? parts[1] : words.popFirst(), !value.hasPrefix("--") else {
                throw CommandError(.usage, "\(parts[0]): its value is missing", try: "\(parts[0]) TEXT")
            }
            options.append((parts[0], value))
        }
    }

    /// The options as a request has them. The beginning of an option's name is enough where no other begins so.
    /// - Parameter command: such as `toque sandbox decline`.
    /// - Throws: status 2 for an option that the verb does not have.
    func parameters(of verb: ControlVerb, _ command: String) throws(CommandError) -> JSONObject {
        var object = JSONObject()
        for (name, value) in options {
            let exact = verb.parameters.filter { "--\($0.option)" == name }
            let meant = exact.isEmpty ? verb.parameters.filter { "--\($0.option)".hasPrefix(name) } : exact
            guard meant.count == 1, let parameter = meant.first else {
                let near = NearestNames.of(name, in: verb.parameters.map { "--\($0.option)" })
                throw CommandError(
                    .usage, "\(command) has no option \(name)",
                    try: (near + ["toque sandbox actions \(verb.name)"]).joined(separator: ", or "))
            }
            object[parameter.name] = .string(value)
        }
        return object
    }
}
