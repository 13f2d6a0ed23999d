/// Files of `NAME=value` lines with the shell's quoting, such as os-release(5) and locale.conf(5).
enum ShellAssignments {
    /// The last assignment of each name, without empty values and malformed lines.
    static func parse(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.lines {
            let line = line.trimmed
            guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            fields[String(line[..<equals])] = unquoted(line[line.index(after: equals)...])
        }
        return fields.filter { !$0.value.isEmpty }
    }

    private static func unquoted(_ text: Substring) -> String {
        guard let quote = text.first, quote == "\"" || quote == "'", text.count >= 2, text.last == quote else {
            return String(text)
        }
        let inner = text.dropFirst().dropLast()
        // Only double quotes have backslash escapes.
        if quote == "'" { return String(inner) }
        var result = ""
        var isEscaped = false
        for character in inner {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
