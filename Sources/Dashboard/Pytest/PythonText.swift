import ToqueEncoding

/// JSON and paths as Python source.
struct PythonText {
    /// Expressions in place of texts, such as an object's id.
    var expressions: [String: String] = [:]

    /// A string literal. Characters that a reader does not see, or that change the order of what is seen, are escaped.
    static func string(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case _ where isPlain(scalar): literal.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                let isShort = digits.count <= 4
                let zeros = String(repeating: "0", count: (isShort ? 4 : 8) - digits.count)
                literal += "\\\(isShort ? "u" : "U")\(zeros)\(digits)"
            }
        }
        return literal + "\""
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " "
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
            .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        @unknown default: false
        }
    }

    /// - Parameters:
    ///   - members: expressions in place of members, by path.
    ///   - indent: of the line that the literal begins in.
    func literal(_ json: JSON, members: [String: String] = [:], path: String = "", indent: Int) -> String {
        if let expression = members[path] { return expression }
        let (space, end) = (String(repeating: " ", count: indent + 4), String(repeating: " ", count: indent))
        switch json {
        case .null: return "None"
        case .bool(let value): return value ? "True" : "False"
        case .number(let number): return number.text
        case .string(let text): return expressions[text] ?? Self.string(text)
        case .array(let values):
            if values.isEmpty { return "[]" }
            let items = values.enumerated().map { index, value in
                literal(value, members: members, path: "\(path)[\(index)]", indent: indent + 4)
            }
            if items.count == 1, !items[0].contains("\n") { return "[\(items[0])]" }
            return "[\n\(items.map { "\(space)\($0),\n" }.joined())\(end)]"
        case .object(let object):
            if object.isEmpty { return "{}" }
            let items = object.map { member in
                let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                return "\(Self.string(member.name)): "
                    + literal(member.value, members: members, path: inner, indent: indent + 4)
            }
            return "{\n\(items.map { "\(space)\($0),\n" }.joined())\(end)}"
        }
    }

    /// A path whose known ids are expressions: `f"/things/{thing['id']}/"`.
    func path(_ path: String) -> String {
        var isFormatted = false
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
            guard let expression = expressions[String(segment)] else {
                let literal = String(Self.string(String(segment)).dropFirst().dropLast())
                return literal.replacing("{", with: "{{").replacing("}", with: "}}")
            }
            isFormatted = true
            return "{\(expression.replacing("\"", with: "'"))}"
        }
        // Braces are doubled in formatted strings alone.
        return isFormatted ? "f\"\(parts.joined(separator: "/"))\"" : Self.string(path)
    }
}
