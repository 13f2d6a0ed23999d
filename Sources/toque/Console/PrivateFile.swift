import Glibc
import ToqueCrypto
import ToqueEncoding

/// Files that are nobody else's business: mode 0600, and whole at every moment.
enum PrivateFile {
    /// Writes the file; one that exists is replaced. What is no regular file, such as a pipe, is written into.
    /// - Throws: status 3, saying what the system said.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            guard fill(path, bytes, flags: O_WRONLY) else { throw failure(path) }
            return
        }
        let temporary = "\(path).\(Hex.encode(SystemRandom().bytes(4)))"
        guard fill(temporary, bytes, flags: O_WRONLY | O_CREAT | O_EXCL), rename(temporary, path) == 0 else {
            let error = failure(path)
            unlink(temporary)
            throw error
        }
    }

    /// Makes the folder, and those above it, with mode 0700 where they are missing.
    /// - Throws: status 3, saying what the system said.
    static func makeFolder(_ path: String) throws(CommandError) {
        var made = path.hasPrefix("/") ? "" : "."
        for component in path.split(separator: "/") {
            made += "/\(component)"
            // Of a folder that is there already mkdir may say that its place is read-only.
            guard mkdir(made, 0o700) != 0 else { continue }
            let error = failure(made)
            guard access(made, F_OK) == 0 else { throw error }
        }
    }

    /// - Returns: false where it failed, with the reason in errno.
    private static func fill(_ path: String, _ bytes: [UInt8], flags: Int32) -> Bool {
        let descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let fault = errno
                close(descriptor)
                errno = fault
                return false
            }
            rest = rest.dropFirst(count)
        }
        return close(descriptor) == 0
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError(
            .unreachable, "\(path): \(String(cString: strerror(errno)))", try: "a place that you may write to")
    }
}
