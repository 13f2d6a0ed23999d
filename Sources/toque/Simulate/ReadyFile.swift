import Glibc
import ToqueEncoding

/// The file that is there as long as a sandbox answers. It holds secrets of keys, and is for its owner alone.
struct ReadyFile {
    private let path: String
    private let identity: Identity?

    private struct Identity: Equatable {
        let device: dev_t
        let file: ino_t

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            file = status.st_ino
        }
    }

    /// - Throws: status 3 where it cannot be written.
    init(_ path: String, _ content: JSON) throws(CommandError) {
        try PrivateFile.write(Array("\(content.serialized(pretty: true))\n".utf8), to: path)
        self.path = path
        identity = Identity(path)
    }

    /// Removes the file, unless another sandbox has put its own in the place.
    func remove() {
        if let identity, Identity(path) == identity { unlink(path) }
    }
}
