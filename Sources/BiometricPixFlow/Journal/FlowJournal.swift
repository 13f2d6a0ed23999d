/// Keeps the progress of one flow, so that it goes on after its process died. What is kept has credentials and, for a
/// moment, codes in it: it is for nobody else's eyes.
public protocol FlowJournal: Sendable {
    /// What is kept; nil where nothing is. An implementation must not take what it cannot read for nothing: the flow
    /// would begin a second time.
    func load() async throws -> [UInt8]?
    /// Keeps the bytes in place of what was kept. They survive whatever happens to the process once this returns, and
    /// the bytes before them do until then.
    func store(_ bytes: [UInt8]) async throws
    /// Keeps nothing any more.
    func remove() async throws
}
