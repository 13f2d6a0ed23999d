import CeremonyDocuments
import Glibc
import TestVectors
import ToqueEncoding
import ToqueFiles

/// The output folder of a set of vectors.
struct VectorFolder {
    let path: String

    /// Writes all files of a set, each of them atomically.
    /// - Throws: status 1, before anything is written, if a file with such a name does not belong to the set; status 3
    ///   if a file cannot be written.
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

    /// A file may be replaced if it says that it belongs to the same set.
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
            .invalidContent, at: file, "exists and is not a file of \(set.rawValue)",
            hint: "pass another --output, or move the file away")
    }

    private func write(_ text: String, to name: String) throws(CommandError) {
        let target = "\(path)/\(name)"
        do throws(FileError) {
            try WholeFile.replace(target, with: Array(text.utf8), mode: 0o666)
        } catch {
            throw failure(target, error)
        }
    }

    private func failure(_ path: String) -> CommandError { failure(path, .system(path: path, number: errno)) }

    private func failure(_ path: String, _ error: FileError) -> CommandError {
        CommandError(.unwritableFile, telling: error.description, hint: "pass an --output that you may write to")
    }
}
