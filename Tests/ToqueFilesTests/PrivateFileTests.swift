import Foundation
import Testing

@testable import ToqueFiles

@Suite struct PrivateFileTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("A file that others may use is refused", arguments: [0o640, 0o604, 0o620, 0o666] as [mode_t])
    func modes(mode: mode_t) throws {
        try PrivateFile.createDatabase(folder["file"])
        #expect(try folder.mode("file") == 0o600)
        try #require(chmod(folder["file"], mode) == 0)
        let error = #expect(throws: FileError.self) { try PrivateFile.createDatabase(folder["file"]) }
        #expect(error?.description.hasSuffix("; run `chmod 600 \(folder["file"])`") == true)
        #expect(throws: FileError.self) { try PrivateFile.readSecret(folder["file"], limit: 1) }
    }

    @Test("The commands in an error are quoted for a shell")
    func quoting() {
        let file = FileError.exposed(path: "ana's key", mode: 0o100644).description
        #expect(file == #"ana's key: other users may use it (mode 0644); run `chmod 600 'ana'\''s key'`"#)
        let directory = FileError.exposedDirectory(path: "a b", mode: 0o040777).description
        #expect(directory == "a b: other users may write to it (mode 0777); run `chmod go-w 'a b'`")
    }

    @Test("A folder that another user has opened to everybody is refused", .enabled(if: geteuid() == 0))
    func folders() throws {
        try #require(chmod(folder.path, 0o1777) == 0)
        try PrivateDirectory.make(of: folder["file"])
        try #require(chown(folder.path, 12345, 12345) == 0)
        #expect(throws: FileError.foreign(path: folder.path, owner: 12345)) {
            try PrivateDirectory.make(of: folder["file"])
        }
        try #require(chmod(folder.path, 0o755) == 0)
        try PrivateDirectory.make(of: folder["file"])
    }

    @Test("A file of another user is refused", .enabled(if: geteuid() == 0))
    func owners() throws {
        try PrivateFile.createDatabase(folder["file"])
        try #require(chown(folder["file"], 12345, 12345) == 0)
        #expect(throws: FileError.foreign(path: folder["file"], owner: 12345)) {
            try PrivateFile.createDatabase(folder["file"])
        }
    }

    @Test("A name that SQLite does not read as a file is refused", arguments: [":memory:", "file:data.sqlite"])
    func specialNames(name: String) {
        #expect(throws: FileError.special(path: name)) { try PrivateFile.createDatabase(name) }
    }

    @Test("Special files are neither replaced nor removed")
    func devices() throws {
        try #require(mkfifo(folder["fifo"], 0o600) == 0)
        try folder.link("link", to: "fifo")
        for name in ["fifo", "link"] {
            #expect(throws: FileError.notRegular(path: folder[name])) {
                try PrivateFile.replace(folder[name], with: [])
            }
            #expect(throws: FileError.notRegular(path: folder[name])) { try PrivateFile.remove(folder[name]) }
        }
        #expect(try folder.names == ["fifo", "link"])
    }
}
