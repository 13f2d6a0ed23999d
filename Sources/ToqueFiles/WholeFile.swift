import Glibc

/// Writes a file atomically: the old or the new contents, never a part.
package enum WholeFile {
    /// Creates or replaces the file.
    /// - Parameters:
    ///   - path: of a regular or missing file. A symbolic link would itself be replaced.
    ///   - mode: before the umask.
    ///   - draft: the name of the incomplete file, in the same folder; nil for a unique name.
    ///   - isDurable: true if it must survive a power cut once this returns.
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
            // Errors name the file, not the draft.
            guard case .system(let failed, let number) = error, failed == draft else { throw error }
            throw .system(path: path, number: number)
        }
    }

    /// A hidden name, so that nobody takes a draft for a file of the folder. It does not contain the file's own name,
    /// which may have the maximum length.
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
