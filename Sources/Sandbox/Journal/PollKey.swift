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
        answer = entry.answer.body
    }

    /// - Parameter entry: `JournalEntry.json`.
    package init?(_ entry: JSON) {
        guard entry["method"]?.stringValue == "GET" else { return nil }
        target = "\(entry["path"]?.stringValue ?? "")?\(entry["query"]?.stringValue ?? "")"
        status = entry["status"]?.intValue ?? 0
        error = entry["error"]?.stringValue
        answer = entry["answer"]?["body"]?.utf8 ?? []
    }
}
