import ToqueCrypto
import ToqueEncoding

/// What polls have in common: GET requests of the same URL with the same answer. Lists show a run of them once.
struct PollKey: Sendable, Hashable {
    private let target: String
    private let status: Int
    private let error: String?
    private let answer: [UInt8]

    /// - Returns: nil for a request that is no poll.
    init?(_ entry: JournalEntry) {
        guard entry.method == "GET" else { return nil }
        target = "\(entry.path)?\(entry.query)"
        status = entry.status
        error = entry.errorCode
        answer = Self.answer(entry.answer.body, status: entry.status, id: entry.requestID)
    }

    /// The same text for equal keys, so that readers of the control API can compare them.
    var text: String {
        Hex.encode(Digest.sha256("\(target)\u{0}\(status)\u{0}\(error ?? "")\u{0}".utf8 + answer).prefix(8))
    }

    /// Errors name their request, so no two are equal.
    private static func answer(_ body: [UInt8], status: Int, id: String) -> [UInt8] {
        guard status >= 400, !id.isEmpty else { return body }
        return Array(String(decoding: body, as: UTF8.self).replacing(id, with: "").utf8)
    }
}
