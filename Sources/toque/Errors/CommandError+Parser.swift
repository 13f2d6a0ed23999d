import ArgumentParser
import ToqueEncoding

extension CommandError {
    /// Converts an error of the argument parser, which is only text; nil for any other error.
    /// - Parameter command: the intended one, such as `toque pay`.
    init?(parsing error: any Error, _ arguments: [String], _ command: String) {
        guard Toque.exitCode(for: error) == .validationFailure else { return nil }
        let text = ParserText(Toque.message(for: error))
        let help = "\(command) --help"
        if let option = text.between("Unknown option '", "'") {
            let near = text.between("Did you mean '", "'?").map { "did you mean \($0)? " } ?? ""
            self.init(
                .unknownOption, at: option, "\(command) has no such option",
                hint: Self.childCommand(arguments) ?? near + "see `\(help)`")
        } else if let option = text.between("The option '", "' does not take any value") {
            self.init(.unexpectedArgument, at: option, "takes no value", hint: "see `\(help)`")
        } else if let option = text.between("Missing value for '", "'") {
            let name = option.firstWord
            self.init(
                .missingArgument, at: name, "a value is missing",
                hint: Self.lookalike(of: name, arguments).map { "write `\(name)=\($0)`, or see `\(help)`" }
                    ?? "see `\(help)`")
        } else if let argument = text.between("Missing expected argument '", "'") {
            self.init(.missingArgument, at: argument.firstWord, "required", hint: "see `\(help)`")
        } else if let arguments = text.between("Missing one of: '", "'", last: true) {
            let names = arguments.components(separator: "', '").joined(separator: ", ")
            self.init(.missingArgument, "one of \(names) is required", hint: "see `\(help)`")
        } else if let value = text.between("Unexpected argument '", "'", last: true) {
            self.init(
                .unexpectedArgument, "unexpected argument \(value.quoted)",
                hint: Self.childCommand(arguments) ?? "see `\(help)`")
        } else if let values = text.between(" unexpected arguments: '", "'", last: true) {
            let names = values.components(separator: "', '").map(\.quoted).joined(separator: ", ")
            self.init(
                .unexpectedArgument, "unexpected arguments \(names)",
                hint: Self.childCommand(arguments) ?? "see `\(help)`")
        } else if let (value, option, rest) = text.invalidValue {
            let name = option.firstWord
            let kind = option.split(separator: "<").last.map { String($0.prefix { $0 != ">" }) } ?? "value"
            let choices = rest.quotedWords
            let expected = choices.isEmpty ? Self.form(of: kind) : "one of \(choices.joined(separator: ", "))"
            self.init(.invalidValue, at: name, "\(value.quoted) is not \(expected)", hint: "see `\(help)`")
        } else if text.value.hasPrefix("Value to be set with") {
            self.init(.conflictingOptions, text.value.uncapitalized, hint: "see `\(help)`")
        } else {
            self.init(.missingArgument, text.value.uncapitalized, hint: "see `\(help)`")
        }
    }

    /// What a value must be, by the name of its kind in the help.
    private static func form(of kind: String) -> String {
        switch kind {
        case "amount": "an amount above 0 with at most two decimals, such as 0.13"
        case "n", "count", "number": "a whole number"
        case "seconds": "a number of seconds, such as 2.5"
        case "status": "an HTTP status such as 503"
        case "time": "a time such as 90s, 2m, 1h30m or 365d"
        default: "a valid \(kind)"
        }
    }

    /// The word after an option if the parser takes it for another option, such as `-1`.
    private static func lookalike(of option: String, _ arguments: [String]) -> String? {
        guard let index = arguments.lastIndex(of: option), index + 1 < arguments.count else { return nil }
        let word = arguments[index + 1]
        return word.hasPrefix("-") && word.dropFirst().first?.isNumber == true ? word : nil
    }

    /// `toque simulate pytest`, in the correct form.
    private static func childCommand(_ arguments: [String]) -> String? {
        guard arguments.first == "simulate", !arguments.contains("--") else { return nil }
        let flags = ["--json", "--memory", "--no-control", "--quiet", "--verbose", "-v"]
        let start = arguments.indices.dropFirst().first { index in
            let before = arguments[index - 1]
            let isValue = before.hasPrefix("-") && !before.contains("=") && !flags.contains(before)
            return !arguments[index].hasPrefix("-") && !isValue
        }
        guard let start else { return nil }
        let words = ["toque"] + arguments[..<start] + ["--"] + arguments[start...]
        return "write a command after `--`: `\(words.map(\.shellQuoted).joined(separator: " "))`"
    }
}

/// A message of the argument parser.
private struct ParserText {
    let value: String

    init(_ value: String) { self.value = value }

    /// The text between two others. With `last`, up to the last occurrence of the second one.
    func between(_ start: String, _ end: String, last: Bool = false) -> String? {
        let parts = value.components(separator: start)
        guard parts.count > 1 else { return nil }
        let rest = parts.dropFirst().joined(separator: start).components(separator: end)
        guard rest.count > 1 else { return nil }
        return last ? rest.dropLast().joined(separator: end) : rest[0]
    }

    /// `The value 'x' is invalid for '--port <port>'. Please provide one of 'a' and 'b'.`
    var invalidValue: (value: String, option: String, rest: String)? {
        let middle = "' is invalid for '"
        guard value.hasPrefix("The value '") else { return nil }
        let parts = value.components(separator: middle)
        guard let end = parts.last, parts.count > 1 else { return nil }
        let text = parts.dropLast().joined(separator: middle).dropFirst("The value '".count)
        let (option, rest) = end.split(at: "'")
        return (String(text), option, rest)
    }
}

extension String {
    /// Splits the string at a text.
    fileprivate func components(separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }

    fileprivate func split(at separator: String) -> (String, String) {
        let parts = components(separator: separator)
        return (parts[0], parts.dropFirst().joined(separator: separator))
    }

    fileprivate var firstWord: String { String(prefix { $0 != " " }) }

    /// The texts in quotation marks or after bullets of a list.
    fileprivate var quotedWords: [String] {
        let bullets = split(separator: "\n").filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
        if !bullets.isEmpty { return bullets }
        let parts = components(separator: "'")
        return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    }
}
