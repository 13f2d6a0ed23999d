import CredentialStore
import Dispatch
import SoftAuthenticator
import ToqueFiles

/// A journal in a file of mode 0600, replaced whole or not at all. One flow at a time has it: a lock beside it, which
/// ends with the process, keeps a second one out.
public final class FileFlowJournal: FlowJournal {
    /// More than a flow ever keeps.
    private static let sizeLimit = 1 << 20

    public let path: String
    private let lock: StoreLock
    /// Writing waits for the disk; one after the other, so that the last one stays.
    private let queue = DispatchQueue(label: "biometric-pix.journal")

    /// - Parameter path: of the file; its directory is made, with mode 0700, where it is not there.
    /// - Throws: ``FlowJournalError`` where another flow has the journal, or others may read or change it.
    public init(path: String) throws(FlowJournalError) {
        do throws(FileError) {
            try PrivateDirectory.make(of: path)
            // Two names of one file have one lock.
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
