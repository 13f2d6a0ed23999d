import Glibc

/// The identity of a file, independent of its names. The kernel reuses the number once the last name and descriptor are
/// gone, so keep the file open while comparing.
package struct FileIdentity: Sendable, Hashable {
    private let device: dev_t
    private let inode: ino_t

    package init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The file that a path leads to; nil if it leads to none.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
