import Glibc
import SoftAuthenticator
import Synchronization

/// The right to use a store: an flock(2) on a file beside it that tells who has it. The kernel ends it with the
/// process, so that a file which stays behind means nothing.
final class StoreLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// - Throws: `inUse` with the owner's process id.
    init(path: String) throws(CredentialStorageError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StoreFailure.system(path, errno) }
        descriptor = Mutex(file)
        // From here on the descriptor is closed by deinit, also where this throws.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw StoreFailure.system(path, errno) }
            let owner = Self.owner(file).map { "process \($0)" } ?? "another process"
            throw CredentialStorageError(
                .inUse, "\(path.dropLast(".lock".count)) is in use by \(owner); end that or use another store")
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, text, text.count, 0) == text.count else {
            throw StoreFailure.system(path, errno)
        }
    }

    deinit { release() }

    func release() {
        descriptor.withLock { descriptor in
            if let file = descriptor { close(file) }
            descriptor = nil
        }
    }

    /// The process id in the file; nil where its owner has not written it yet.
    private static func owner(_ file: Int32) -> Int32? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = pread(file, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
