import ToqueEncoding

/// Shortens IDs for a terminal, as `1f0c9a2e…`, and finds the whole ID again.
enum ShortID {
    private static let mark: Character = "…"
    /// The least number of characters that stand for an ID.
    private static let minLength = 8
    /// Shorter IDs stay whole.
    private static let longest = 20

    /// Each ID by its shortest beginning, of at least 8 characters, that no other ID shares.
    static func shortened(_ ids: [String]) -> [String] {
        let sorted = Set(ids).sorted()
        var short: [String: String] = [:]
        for (index, id) in sorted.enumerated() {
            guard id.count > longest, !id.contains(" ") else {
                short[id] = id
                continue
            }
            let neighbors = [index - 1, index + 1].filter(sorted.indices.contains).map { sorted[$0] }
            let shared = neighbors.map { zip($0, id).prefix { $0 == $1 }.count }.max() ?? 0
            let length = max(minLength, shared + 1)
            short[id] = length < id.count - 1 ? id.prefix(length) + String(mark) : id
        }
        return ids.map { short[$0] ?? $0 }
    }

    /// The whole ID of a shortened one, among those that the sandbox lists. Any other text is returned unchanged.
    /// - Parameters:
    ///   - list: of the control API; the member of its answer has the same name.
    ///   - member: the entries' member with the ID.
    /// - Throws: `CommandError` if several IDs begin so; the control API's errors.
    static func resolved(
        _ text: String, _ client: ControlClient, in list: String, member: String = "id"
    ) async throws -> String {
        let isMarked = text.last == mark
        let start = isMarked ? String(text.dropLast()) : text
        guard isMarked || (minLength...longest).contains(start.count) else { return text }
        let entries =
            list == "webhooks"
            ? try await client.get(list)[list]?.arrayValue ?? []
            : try await ControlLog(client: client, name: list).newest(100_000).entries
        let found = Set(entries.compactMap { $0[member]?.stringValue }.filter { $0.hasPrefix(start) })
        if found.contains(start) { return start }
        guard found.count < 2 else {
            throw CommandError(
                .ambiguous, at: "<id>", "\(found.count) IDs begin with \(start.quoted)",
                hint: "pass the whole ID, which --wide shows")
        }
        return found.first ?? text
    }

    /// The whole ID of an object, found in the event log; nil for nil.
    static func object(_ text: String?, _ client: ControlClient) async throws -> String? {
        guard let text else { return nil }
        return try await resolved(text, client, in: "events", member: "object")
    }
}
