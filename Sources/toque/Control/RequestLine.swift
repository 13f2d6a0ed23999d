import ToqueEncoding

/// An entry of the request journal as text.
struct RequestLine {
    let entry: JSON
    /// With headers and bodies, as masked by the sandbox.
    let isVerbose: Bool
    /// Unless verbose, the line fits this screen.
    var screen = OutputScreen.none

    /// `2026-01-31T12:00:00Z  201   4.2 ms  POST /payment-intents/`, and an error's code.
    var text: String {
        let request = "\(entry["method"].cell) \(entry["path"].cell)"
        let query = entry["query"]?.stringValue.map { $0.isEmpty ? "" : "?\($0)" } ?? ""
        let error = entry["error"]?.stringValue.map { "  \($0)" } ?? ""
        let (time, status) = (entry["time"].time(exact: isVerbose).onOneLine, entry["status"].cell.onOneLine)
        let start = "\(time)  \(status)  \(duration)  "
        // Escapes are longer than the characters that they replace.
        let plain = Console(usesColor: false)
        let (place, end) = (plain.harmless("\(request)\(query)".onOneLine), plain.harmless(error.onOneLine))
        let room = isVerbose ? nil : screen.width.map { max(10, $0 - start.columns - end.columns) }
        let style = screen.usesColor ? entry["status"]?.intValue.flatMap(Style.ofHTTPStatus) : nil
        let line =
            "\(time)  \(style?.applied(to: status) ?? status)  \(duration)  "
            + (room.map { Table.cut(place, to: $0, .path) } ?? place) + end
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
