import Synchronization

/// State that ends with the process, for built-in devices.
public final class MemoryStateDirectory: StateDirectory {
    private let files = Mutex<[String: [UInt8]]>([:])

    public init() {}

    public func read(_ name: String) -> [UInt8]? { files.withLock { $0[name] } }

    public func create(_ name: String, with bytes: [UInt8]) -> [UInt8] {
        files.withLock { files in
            let stored = files[name] ?? bytes
            files[name] = stored
            return stored
        }
    }

    public func replace(_ name: String, with bytes: [UInt8]) { files.withLock { $0[name] = bytes } }

    public func remove(_ name: String) { files.withLock { $0[name] = nil } }
}
