import Synchronization

/// Stores the progress of one flow, so that it can continue in another process. The content includes credentials and,
/// for a moment, codes: keep it private.
public protocol FlowJournal: Sendable {
    /// The stored content, or nil. An implementation must not treat unreadable content as missing: the flow would start
    /// a second time.
    func load() async throws -> [UInt8]?
    /// Replaces the stored content. On return the new bytes survive the end of the process; until then the old ones do.
    func store(_ bytes: [UInt8]) async throws
    /// Deletes the stored content.
    func remove() async throws
}

/// An unusable journal: the problem, the place and the solution. The stored content is unchanged.
public struct FlowJournalError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}

/// A journal in memory: for tests, and for apps that store the bytes themselves.
public final class MemoryFlowJournal: FlowJournal {
    private let bytes: Mutex<[UInt8]?>

    public init(_ bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }

    public func load() -> [UInt8]? { bytes.withLock { $0 } }
    public func store(_ bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }
    public func remove() { bytes.withLock { $0 = nil } }
}
