import Sandbox
import ToqueEncoding

/// A body as lines, with the faulty members marked.
struct BodyText {
    struct Line {
        let text: String
        /// True if a refusal names this member.
        let isFaulty: Bool
    }

    private(set) var lines: [Line] = []
    /// The named members that the body lacks.
    private(set) var missing: [String] = []

    /// Pretty JSON; other bodies, and cut ones, stay as they are.
    /// - Parameter fields: paths of members, such as `details.accounts[0].id`.
    init(_ message: JournalMessage, fields: [String] = []) {
        let text = String(decoding: message.body, as: UTF8.self)
        guard !text.isEmpty, let json = try? JSON(parsing: message.body) else {
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
                Line(text: String($0), isFaulty: false)
            }
            if text.isEmpty { lines = [] }
            missing = fields
            return
        }
        var found: Set<String> = []
        write(json, path: "", indent: 0, start: "", end: "", fields: Set(fields), isFaulty: false, found: &found)
        missing = fields.filter { !found.contains($0) }
    }

    private mutating func write(
        _ json: JSON, path: String, indent: Int, start: String, end: String, fields: Set<String>, isFaulty: Bool,
        found: inout Set<String>
    ) {
        if fields.contains(path) { found.insert(path) }
        let isFaulty = isFaulty || fields.contains(path)
        let space = String(repeating: "  ", count: indent)
        func line(_ text: String) -> Line { Line(text: "\(space)\(text)", isFaulty: isFaulty) }
        switch json {
        case .object(let object) where !object.isEmpty:
            lines.append(line("\(start){"))
            for (index, member) in object.enumerated() {
                write(
                    member.value, path: path.isEmpty ? member.name : "\(path).\(member.name)", indent: indent + 1,
                    start: "\(JSON.string(member.name).serialized()): ", end: index + 1 < object.count ? "," : "",
                    fields: fields, isFaulty: isFaulty, found: &found)
            }
            lines.append(line("}\(end)"))
        case .array(let values) where !values.isEmpty:
            lines.append(line("\(start)["))
            for (index, value) in values.enumerated() {
                write(
                    value, path: "\(path)[\(index)]", indent: indent + 1, start: "",
                    end: index + 1 < values.count ? "," : "", fields: fields, isFaulty: isFaulty, found: &found)
            }
            lines.append(line("]\(end)"))
        case .null, .bool, .number, .string, .array, .object:
            lines.append(line("\(start)\(json.serialized())\(end)"))
        }
    }

    /// For templates.
    var values: [[String: Any]] { lines.map { ["text": $0.text, "faulty": $0.isFaulty] } }
}
