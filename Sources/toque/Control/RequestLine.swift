import ToqueEncoding

/// An entry of the request journal, for people.
struct RequestLine {
    let entry: JSON
    /// With headers and bodies, which the sandbox has masked.
    let isVerbose: Bool

    /// `2026-01-31T12:00:00.000000Z  201   4.2 ms  POST /payment-intents/`, and the code of an error.
    var text: String {
        let request = "\(entry["method"].cell) \(entry["path"].cell)"
        let query = entry["query"]?.stringValue.map { $0.isEmpty ? "" : "?\($0)" } ?? ""
        let error = entry["error"]?.stringValue.map { "  \($0)" } ?? ""
        let line = "\(entry["time"].cell)  \(entry["status"].cell)  \(duration)  \(request)\(query)\(error)".onOneLine
        guard isVerbose else { return line }
        return ([line] + part("request", ">") + part("answer", "<")).joined(separator: "\n")
    }

    private var duration: String {
        let tenths = (entry["duration_us"]?.intValue ?? 0) / 100
        let text = "\(tenths / 10).\(tenths % 10) ms"
        return String(repeating: " ", count: max(0, 9 - text.count)) + text
    }

    private func part(_ name: String, _ mark: String) -> [String] {
        guard let part = entry[name] else { return [] }
        let headers = part["headers"]?.objectValue ?? [:]
        let body: String? =
            switch part["body"] {
            case .none, .null: nil
            case .string(let text): (try? JSON(parsing: text))?.serialized(pretty: true) ?? text
            case .some(let json): json.serialized(pretty: true)
            }
        let lines = headers.map { "\($0.name): \(Optional($0.value).cell)" } + (body.map { ["", $0] } ?? [])
        return lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }.map { "    \(mark) \($0)" }
    }
}
