import Foundation

/// A test's own folder, without links in its path, which is removed with the value.
final class Folder {
    let path: String

    init() throws {
        let made = FileManager.default.temporaryDirectory.appending(path: "toque-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: false)
        path = made.resolvingSymlinksInPath().path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { "\(path)/\(name)" }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    func text(_ name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
    }

    func mode(_ name: String) throws -> mode_t {
        var status = stat()
        guard lstat(self[name], &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
        return status.st_mode & 0o777
    }
}
