import Glibc

/// The files of a folder.
enum FolderFiles {
    /// - Throws: status 3 where the path leads to nothing.
    static func isFolder(_ path: String) throws(CommandError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path) }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// The files of a folder and of those in it, in the order of their names. What starts with a dot, and symbolic
    /// links to folders, which may lead back, are passed over.
    /// - Throws: status 3 where a folder cannot be read.
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
            // The only sign of a failure is the errno.
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
        CommandError(.unreachable, "\(path): \(String(cString: strerror(errno)))", try: "a file or folder that exists")
    }
}
