import Glibc

/// The files of a folder.
enum FolderFiles {
    /// - Throws: status 3 if the path does not exist.
    static func isFolder(_ path: String) throws(CommandError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path) }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// The files of a folder and its subfolders, sorted by name. Names that start with a dot, and symbolic links to
    /// folders, which may form a cycle, are ignored.
    /// - Throws: status 3 if a folder cannot be read.
    static func files(in folder: String, endingIn suffixes: [String]) throws(CommandError) -> [String] {
        var files: [String] = []
        for name in try names(in: folder).sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { throw unreadable(path) }
            if status.st_mode & S_IFMT == S_IFDIR {
                files += try self.files(in: path, endingIn: suffixes)
            } else if suffixes.contains(where: name.hasSuffix), try !isFolder(path) {
                files.append(path)
            }
        }
        return files
    }

    private static func names(in folder: String) throws(CommandError) -> [String] {
        guard let directory = opendir(folder) else { throw unreadable(folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            // The errno is the only sign of a failure.
            errno = 0
            guard let entry = readdir(directory) else { break }
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        guard errno == 0 else { throw unreadable(folder) }
        return names
    }

    private static func unreadable(_ path: String) -> CommandError {
        CommandError(
            .unreadableFile, at: path, String(cString: strerror(errno)), hint: "name a file or folder that exists")
    }
}
