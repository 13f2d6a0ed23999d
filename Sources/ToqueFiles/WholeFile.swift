import Glibc

/// Writing a file so that it is there as a whole or as it was.
package enum WholeFile {
    /// Makes the file, or puts another one in its place.
    /// - Parameters:
    ///   - path: of a regular file or of none; a symbolic link there would be replaced itself.
    ///   - mode: before the umask.
    ///   - draft: the name of what is not whole yet, in the same folder; nil for one that nobody else uses.
    ///   - isDurable: whether it survives a power cut when this returns.
    /// - Returns: the new file.
    @discardableResult
    package static func replace(
        _ path: String, with bytes: [UInt8], mode: mode_t = 0o600, draft: String? = nil, isDurable: Bool = true
    ) throws(FileError) -> FileDescriptor {
        let draft = draft ?? unusedName(beside: path)
        do throws(FileError) {
            let file = try FileDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
            try file.write(bytes)
            if isDurable { try file.synchronize() }
            guard rename(draft, path) == 0 else { throw .system(path: path, number: errno) }
            if isDurable { try PrivateDirectory.synchronize(PrivateDirectory.of(path)) }
            return file
        } catch {
            unlink(draft)
            // The draft is nobody's business: the place is what cannot be written.
            guard case .system(let failed, let number) = error, failed == draft else { throw error }
            throw .system(path: path, number: number)
        }
    }

    /// A hidden name, so that nobody takes a draft for a file of the folder. Without the file's own, which may be as
    /// long as names can be.
    private static func unusedName(beside path: String) -> String {
        "\(PrivateDirectory.of(path))/.toque.\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    }

    /// Writes all bytes to a descriptor.
    static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .system(path: path, number: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
