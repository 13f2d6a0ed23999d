import CredentialStore
import Dispatch
import SoftAuthenticator
import ToqueFiles

/// A journal in a file of mode 0600, written atomically. Only one flow at a time uses it: a second one is refused by a
/// lock file next to it, which ends with the process.
public final class FileFlowJournal: FlowJournal {
    /// More than any flow stores.
    private static let sizeLimit = 1 << 20

    public let path: String
    private let lock: StoreLock
    /// Writing waits for the disk; writes are serialized, so that the last one wins.
    private let queue = DispatchQueue(label: "biometric-pix.journal")

    /// - Parameter path: of the file; its directory is created with mode 0700 if missing.
    /// - Throws: ``FlowJournalError`` if another flow uses the journal, or others can read or change it.
    public init(path: String) throws(FlowJournalError) {
        do throws(FileError) {
            try PrivateDirectory.make(of: path)
            // Two names of one file share a lock.
            self.path = try PrivateFile.resolved(path)
        } catch {
            throw FlowJournalError(description: CredentialStorageError(error).message)
        }
        do throws(CredentialStorageError) {
            lock = try StoreLock(path: "\(self.path).lock", of: "journal")
        } catch {
            throw FlowJournalError(description: error.message)
        }
    }

    public func load() async throws(FlowJournalError) -> [UInt8]? {
        try await waiting { path throws(FileError) in
            try PrivateFile.read(path, limit: Self.sizeLimit)
        }
    }

    public func store(_ bytes: [UInt8]) async throws(FlowJournalError) {
        try await waiting { path throws(FileError) in try PrivateFile.replace(path, with: bytes) }
    }

    public func remove() async throws(FlowJournalError) {
        try await waiting { path throws(FileError) in try PrivateFile.remove(path) }
    }

    private func waiting<Value: Sendable>(
        _ body: @escaping @Sendable (String) throws(FileError) -> Value
    ) async throws(FlowJournalError) -> Value {
        let result = await withCheckedContinuation { continuation in
            queue.async { [path] in
                continuation.resume(
                    returning: Result { () throws(FileError) in try body(path) })
            }
        }
        return try result.mapError { FlowJournalError(description: CredentialStorageError($0).message) }.get()
    }
}
