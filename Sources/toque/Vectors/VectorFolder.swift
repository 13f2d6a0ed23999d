import Glibc
import TestVectors
import ToqueEncoding

/// The folder that a set of vectors is written into.
struct VectorFolder {
    let path: String

    /// Writes all files of a set. Each is there as a whole or as it was.
    /// - Throws: status 1, before anything is written, where a file of that name is none of the set's; status 3 where
    ///   one cannot be written.
    func write(_ files: [(name: String, json: JSON)], of set: VectorSet) throws(CommandError) {
        try makeFolders()
        for file in files { try checkOwnership(of: "\(path)/\(file.name)", set) }
        for file in files { try write(file.json.serialized(pretty: true) + "\n", to: file.name) }
    }

    private func makeFolders() throws(CommandError) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            prefix += component + "/"
            guard mkdir(prefix, 0o777) == 0 || errno == EEXIST else { throw failure(prefix) }
        }
    }

    /// A file may be replaced where it says that it is of the same set.
    private func checkOwnership(of file: String, _ set: VectorSet) throws(CommandError) {
        var status = stat()
        guard lstat(file, &status) == 0 else {
            if errno == ENOENT { return }
            throw failure(file)
        }
        if status.st_mode & S_IFMT == S_IFREG {
            let bytes = try Input.bytes(of: file, limit: CeremonyReader.limit)
            let json = try? JSON(parsing: bytes, limits: JSON.Limits(size: CeremonyReader.limit))
            if json?["set"]?.stringValue == set.rawValue { return }
        }
        throw CommandError(
            .failed, "\(file) is there and is no file of \(set.rawValue)", try: "another --output, or move it away")
    }

    private func write(_ text: String, to name: String) throws(CommandError) {
        let target = "\(path)/\(name)"
        // With a name that no other process has, in the same folder, so that it can be renamed.
        let temporary = "\(path)/.\(name).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(target) }
        var bytes = Array(text.utf8)[...]
        var fault: Int32 = 0
        while !bytes.isEmpty, fault == 0 {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                fault = errno
            }
        }
        if fault == 0, fsync(descriptor) != 0 { fault = errno }
        if close(descriptor) != 0, fault == 0 { fault = errno }
        if fault == 0, rename(temporary, target) != 0 { fault = errno }
        guard fault == 0 else {
            unlink(temporary)
            errno = fault
            throw failure(target)
        }
    }

    private func failure(_ path: String) -> CommandError {
        CommandError(
            .unreachable, "\(path): \(String(cString: strerror(errno)))", try: "an --output that you may write")
    }
}
