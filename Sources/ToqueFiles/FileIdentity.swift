import Glibc

/// Which file it is, whatever its names. A number is given anew once the last name and the last descriptor are gone, so
/// that who compares keeps the file open.
package struct FileIdentity: Sendable, Hashable {
    private let device: dev_t
    private let inode: ino_t

    package init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The file that a path leads to; nil where it leads to none.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
