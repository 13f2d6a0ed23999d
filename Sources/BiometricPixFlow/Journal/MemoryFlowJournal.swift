import Synchronization

/// A journal that ends with the process: for tests, and for apps that keep the bytes themselves.
public final class MemoryFlowJournal: FlowJournal {
    private let bytes: Mutex<[UInt8]?>

    public init(_ bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }

    public func load() -> [UInt8]? { bytes.withLock { $0 } }
    public func store(_ bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }
    public func remove() { bytes.withLock { $0 = nil } }
}
