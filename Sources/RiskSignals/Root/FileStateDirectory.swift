import Glibc
import ToqueCrypto
import ToqueEncoding

/// State in a folder (created with mode 0700) as files of mode 0600, written atomically.
public struct FileStateDirectory: StateDirectory {
    /// More than any stored state.
    private static let sizeLimit = 4096

    /// The folder; nil if the environment names none.
    public let path: String?

    public init(path: String) { self.path = path }

    /// `$XDG_STATE_HOME/toque`, or `$HOME/.local/state/toque`. The XDG Base Directory Specification ignores relative
    /// paths.
    public init(environment: [String: String]) {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { "\($0)/.local/state" }
        path = base.map { "\($0)/toque" }
    }

    private func folder() throws(RiskSignalsError) -> String {
        guard let path else {
            throw .stateNotKept(path: "XDG_STATE_HOME", reason: "neither it nor HOME is set to an absolute path")
        }
        return path
    }

    private func failure(_ path: String) -> RiskSignalsError {
        .stateNotKept(path: path, reason: String(cString: strerror(errno)))
    }

    public func read(_ name: String) -> [UInt8]? {
        path.flatMap { DirectoryTree(root: $0).read("/\(name)", limit: Self.sizeLimit) }
    }

    public func create(_ name: String, with bytes: [UInt8]) throws(RiskSignalsError) -> [UInt8] {
        if let existing = read(name) { return existing }
        let folder = try folder()
        let temporary = try write(bytes, in: folder)
        defer { unlink(temporary) }
        // link(2) fails if the name exists, so of two processes one wins and both read the same content.
        let file = "\(folder)/\(name)"
        guard link(temporary, file) == 0 || errno == EEXIST else { throw failure(file) }
        synchronize(folder)
        guard let stored = read(name) else { throw failure(file) }
        return stored
    }

    public func replace(_ name: String, with bytes: [UInt8]) throws(RiskSignalsError) {
        let folder = try folder()
        let temporary = try write(bytes, in: folder)
        let file = "\(folder)/\(name)"
        guard rename(temporary, file) == 0 else {
            let error = failure(file)
            unlink(temporary)
            throw error
        }
        synchronize(folder)
    }

    public func remove(_ name: String) throws(RiskSignalsError) {
        let file = "\(try folder())/\(name)"
        guard unlink(file) == 0 || errno == ENOENT else { throw failure(file) }
    }

    /// Writes a new file under a unique name in the folder, which is created if missing.
    private func write(_ bytes: [UInt8], in folder: String) throws(RiskSignalsError) -> String {
        try make(folder)
        let temporary = "\(folder)/.\(Hex.encode(SystemRandom().bytes(8)))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(folder) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            let error = failure(temporary)
            unlink(temporary)
            throw error
        }
        return temporary
    }

    private func make(_ folder: String) throws(RiskSignalsError) {
        var made = folder.hasPrefix("/") ? "" : "."
        for component in folder.split(separator: "/") {
            made += "/" + component
            if mkdir(made, 0o700) == 0 { continue }
            // For an existing folder, mkdir may report that the file system is read-only.
            let error = failure(made)
            guard access(made, F_OK) == 0 else { throw error }
        }
    }

    /// The name must survive a power failure too.
    private func synchronize(_ folder: String) {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
