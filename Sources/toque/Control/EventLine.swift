import ToqueEncoding

/// An event of an object as a short line.
struct EventLine {
    let entry: JSON
    /// With the time to the microsecond.
    let isVerbose: Bool

    /// `2026-01-31T12:00:00Z  enrollment 1f0c9a2e  pending → failed  rejected_by_user`
    var text: String {
        let data = entry["data"] ?? .null
        let id = ShortID.shortened([entry["object"].cell])[0]
        let head = "\(entry["time"].time(exact: isVerbose))  \(entry["kind"].cell) \(id)"
        guard let to = data["to"]?.stringValue else { return "\(head)  \(entry["type"].cell)".onOneLine }
        let from = data["from"]?.stringValue.map { "\($0) → " } ?? ""
        let reason = data["reason"]?.stringValue.map { "  \($0)" } ?? ""
        let shown = Style.ofStatus(to).map { Console.standard.styled(to, $0) } ?? to
        return "\(head)  \(from)\(shown)\(reason)".onOneLine
    }
}
