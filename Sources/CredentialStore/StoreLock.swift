import Glibc
import SoftAuthenticator
import Synchronization
import ToqueFiles

/// The right to use a store, or another file of one owner: an flock(2) on a file beside it that tells who has it. The
/// kernel ends it with the process, so that a file which stays behind means nothing.
package final class StoreLock: Sendable {
    private let descriptor: Mutex<FileDescriptor?>

    /// - Parameters:
    ///   - path: the owned file's with `.lock` behind.
    ///   - noun: what the file is, for messages.
    /// - Throws: `inUse` with the owner's process id; `insecurePermissions` and `inaccessible` where the file is not
    ///   one that this type made.
    package init(path: String, of noun: String = "store") throws(CredentialStorageError) {
        // In a directory such as /tmp somebody else may have put a link here, and what it leads to is written over.
        let file = try StoreFailure.files { () throws(FileError) in
            let file = try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            try PrivateFile.check(file, path)
            return file
        }
        let store = path.dropLast(".lock".count)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw StoreFailure.system(path, errno) }
            let owner = Self.owner(file.number).map { "process \($0)" } ?? "another process"
            throw CredentialStorageError(
                .inUse, "\(store) is in use by \(owner); end that or use another \(noun)")
        }
        // A store called Cargo must not cost anybody their Cargo.lock.
        guard lseek(file.number, 0, SEEK_END) == 0 || Self.owner(file.number) != nil else {
            throw CredentialStorageError(
                .inaccessible, "\(path) is not the lock of a \(noun); use another name for the \(noun)")
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(file.number, 0) == 0, pwrite(file.number, text, text.count, 0) == text.count else {
            throw StoreFailure.system(path, errno)
        }
        descriptor = Mutex(file)
    }

    deinit { release() }

    func release() {
        descriptor.withLock { descriptor in
            // Closing is not enough: a child process that is being started on another thread has a copy until it
            // runs its program, and the lock would live on with that.
            if let number = descriptor?.number { flock(number, LOCK_UN) }
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
