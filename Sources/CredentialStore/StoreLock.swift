import Glibc
import SoftAuthenticator
import Synchronization
import ToqueFiles

/// The right to use a store, or another file with one owner: an flock(2) on a separate file that names the owner. The
/// kernel releases it when the process ends, so a leftover file means nothing.
package final class StoreLock: Sendable {
    private let descriptor: Mutex<FileDescriptor?>

    /// - Parameters:
    ///   - path: the owned file's path plus `.lock`.
    ///   - noun: the kind of file, for messages.
    /// - Throws: `inUse` with the owner's process ID; `insecurePermissions` or `inaccessible` if this type did not
    ///   create the lock file.
    package init(path: String, of noun: String = "store") throws(CredentialStorageError) {
        // In a directory such as /tmp, somebody else may have put a link here, and the lock overwrites its target.
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
        // A store named Cargo must not overwrite Cargo.lock.
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
            // Closing is not enough: a child process that another thread is starting holds a copy until it runs its
            // program, and that copy would keep the lock.
            if let number = descriptor?.number { flock(number, LOCK_UN) }
            descriptor = nil
        }
    }

    /// The process ID in the file; nil if its owner has not written it yet.
    private static func owner(_ file: Int32) -> Int32? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = pread(file, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
