import ToqueEncoding

/// What polls have in common: GET requests of the same URL with the same answer. Lists show a run of them once.
package struct PollKey: Sendable, Hashable {
    private let target: String
    private let status: Int
    private let error: String?
    private let answer: [UInt8]

    /// - Returns: nil for a request that is no poll.
    package init?(_ entry: JournalEntry) {
        guard entry.method == "GET" else { return nil }
        target = "\(entry.path)?\(entry.query)"
        status = entry.status
        error = entry.errorCode
        answer = Self.answer(entry.answer.body, status: entry.status, id: entry.requestID)
    }

    /// - Parameter entry: `JournalEntry.json`.
    package init?(_ entry: JSON) {
        guard entry["method"]?.stringValue == "GET" else { return nil }
        target = "\(entry["path"]?.stringValue ?? "")?\(entry["query"]?.stringValue ?? "")"
        status = entry["status"]?.intValue ?? 0
        error = entry["error"]?.stringValue
        answer = Self.answer(
            entry["answer"]?["body"]?.utf8 ?? [], status: status, id: entry["id"]?.stringValue ?? "")
    }

    /// Errors name their request, so no two are equal.
    private static func answer(_ body: [UInt8], status: Int, id: String) -> [UInt8] {
        guard status >= 400, !id.isEmpty else { return body }
        return Array(String(decoding: body, as: UTF8.self).replacing(id, with: "").utf8)
    }
}
