import Sandbox
import ToqueEncoding

/// What happened to an object, and to those that it needs, as the test repeats it.
struct ObjectHistory: Sendable {
    /// A request of the backend that is a step of the guide.
    struct Call: Sendable {
        let entry: JournalEntry
        let step: TestGuide.Step
        /// The object in the path, or the new one; nil if the answer names none.
        let object: String?
    }

    /// An object that a test can be about.
    struct Life: Sendable {
        let id: String
        let subject: TestGuide.Subject
        /// Oldest first.
        let events: [SandboxEvent]
        /// True if its creation is in the journal.
        let isComplete: Bool
        /// As stored.
        let body: JSON

        var last: SandboxEvent? { events.last }
        var scenario: (name: String, source: String)? {
            events.lazy.reversed().compactMap { event in
                guard let scenario = event.data["scenario"], let name = scenario["name"]?.stringValue else {
                    return nil
                }
                return (name, scenario["source"]?.stringValue ?? "")
            }.first
        }
    }

    /// In order of their creation; the last one is the test's.
    private(set) var lives: [Life] = []
    /// Oldest first.
    private(set) var calls: [Call] = []
    /// Objects may name each other.
    private var visited: Set<String> = []
    /// The whole journal, oldest first.
    let entries: [JournalEntry]

    /// The maximum number of an object's events.
    private static let maximumEvents = 500

    /// - Parameter entries: the whole journal, oldest first.
    /// - Returns: nil if the object is unknown, or of a kind that no test is about.
    init?(of id: String, _ guide: TestGuide, _ entries: [JournalEntry], _ transaction: ReadTransaction) throws {
        self.entries = entries
        let all = entries.compactMap { Self.call($0, guide) }
        guard try include(id, guide, all, transaction) else { return nil }
        calls.sort { $0.entry.cursor < $1.entry.cursor }
    }

    private static func call(_ entry: JournalEntry, _ guide: TestGuide) -> Call? {
        guard let pattern = entry.pattern?.split(separator: "/").joined(separator: "/"),
            let step = guide.steps.first(where: { $0.method == entry.method && $0.pattern == pattern }),
            // Polls that came too early are no part of the test.
            entry.method != "GET" || entry.status < 300
        else { return nil }
        return Call(entry: entry, step: step, object: object(of: entry, pattern))
    }

    private static func object(of entry: JournalEntry, _ pattern: String) -> String? {
        let names = pattern.split(separator: "/")
        let path = entry.path.split(separator: "/").suffix(names.count)
        if let index = names.firstIndex(where: { $0.first == "{" }), path.count == names.count {
            return String(path[path.index(path.startIndex, offsetBy: index)])
        }
        return (try? JSON(parsing: entry.answer.body))?["id"]?.stringValue
    }

    /// - Returns: false for an unknown object, or one of another kind.
    private mutating func include(
        _ id: String, _ guide: TestGuide, _ all: [Call], _ transaction: ReadTransaction
    ) throws -> Bool {
        guard let (kind, body) = try transaction.anyObject(id),
            let subject = guide.subjects.first(where: { $0.kind == kind })
        else { return false }
        visited.insert(id)
        let own = all.filter { $0.object == id }
        let isComplete = own.contains { $0.step.variable == subject.variable && $0.entry.status == 201 }
        if isComplete {
            for text in own.flatMap({ Self.texts(in: $0.entry.request.body) }) where text != id {
                guard !visited.contains(text), !calls.contains(where: { $0.object == text }) else { continue }
                if try include(text, guide, all, transaction) { continue }
                // A customer or an account that the backend made.
                calls += all.filter { $0.object == text && $0.entry.status == 201 }.prefix(1)
            }
            var seen: Set<String> = []
            calls += own.filter { $0.entry.method != "GET" || seen.insert($0.entry.path).inserted }
        }
        let events = try transaction.newestEvents(object: id, limit: Self.maximumEvents).entries.reversed()
        lives.append(Life(id: id, subject: subject, events: Array(events), isComplete: isComplete, body: body))
        return true
    }

    /// The texts of a body that may be ids.
    private static func texts(in body: [UInt8]) -> [String] {
        func collect(_ json: JSON) -> [String] {
            switch json {
            case .string(let text): (8...64).contains(text.utf8.count) ? [text] : []
            case .array(let values): values.flatMap(collect)
            case .object(let object): object.flatMap { collect($0.value) }
            case .null, .bool, .number: []
            }
        }
        return (try? JSON(parsing: body)).map(collect) ?? []
    }

    /// The error that a form sent with a decision at this time.
    func error(at time: Timestamp) -> String? {
        for entry in entries where entry.method == "POST" && entry.time >= time && entry.time <= time + .seconds(1) {
            let fields = FormURLEncoding.decode(String(decoding: entry.request.body, as: UTF8.self)) ?? []
            if fields.contains(where: { $0.name == "decision" }) {
                return fields.last { $0.name == "error" }?.value
            }
        }
        return nil
    }
}
