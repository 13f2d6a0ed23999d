import Synchronization

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

/// Why a journal cannot be used: what happened, where, and how to fix it. What is kept is left as it is.
public struct FlowJournalError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}

/// A journal that ends with the process: for tests, and for apps that keep the bytes themselves.
public final class MemoryFlowJournal: FlowJournal {
    private let bytes: Mutex<[UInt8]?>

    public init(_ bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }

    public func load() -> [UInt8]? { bytes.withLock { $0 } }
    public func store(_ bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }
    public func remove() { bytes.withLock { $0 = nil } }
}
