import Foundation
import Testing

@testable import ToqueFiles

@Suite struct OutputPlaceTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("A path leads to a regular file, even through links or before the file exists")
    func files() throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder["file"]))
        try folder.link("link", to: "file")
        try folder.link("twice", to: folder["link"])
        try folder.link("dangling", to: "none")
        for (name, file) in [("file", "file"), ("link", "file"), ("twice", "file"), ("none", "none")] {
            #expect(try OutputPlace(folder[name]) == .file(folder[file]))
        }
        #expect(try OutputPlace(folder["dangling"]) == .file(folder["none"]))
    }

    @Test("A link to a descriptor of this process leads to that descriptor")
    func descriptors() throws {
        #expect(try OutputPlace("/dev/stdout") == .descriptor(1))
        #expect(try OutputPlace("/dev/fd/2") == .descriptor(2))
        #expect(try OutputPlace("/proc/self/fd/0") == .descriptor(0))
        try folder.link("link", to: "/dev/stderr")
        #expect(try OutputPlace(folder["link"]) == .descriptor(2))
    }

    @Test("Special files are told apart from regular files")
    func others() throws {
        try #require(mkfifo(folder["fifo"], 0o600) == 0)
        try folder.link("null", to: "/dev/null")
        #expect(try OutputPlace(folder["fifo"]) == .fifo(folder["fifo"]))
        #expect(try OutputPlace(folder["null"]) == .device("/dev/null"))
        #expect(try OutputPlace("/proc/self/comm") == .device("/proc/\(getpid())/comm"))
        #expect(try OutputPlace(folder.path) == .device(folder.path))
    }

    @Test("A missing folder and a loop of links are errors with the path")
    func errors() throws {
        #expect(throws: FileError.system(path: folder["no/file"], number: ENOENT)) {
            try OutputPlace(folder["no/file"])
        }
        try folder.link("round", to: "round")
        #expect(throws: FileError.system(path: folder["round"], number: ELOOP)) { try OutputPlace(folder["round"]) }
    }

    @Test("A write replaces a whole file, keeps the links to it and leaves no draft")
    func replacing() throws {
        try Data("before".utf8).write(to: URL(fileURLWithPath: folder["file"]))
        let before = FileIdentity(of: folder["file"])
        try folder.link("link", to: "file")
        try OutputPlace(folder["link"]).write(Array("after".utf8))
        #expect(try folder.text("file") == "after")
        #expect(FileIdentity(of: folder["file"]) != before)
        #expect(try folder.mode("file") == 0o600)
        #expect(try folder.names == ["file", "link"])
    }

    @Test("A name may have the maximum length")
    func longNames() throws {
        let name = String(repeating: "a", count: Int(NAME_MAX))
        try OutputPlace(folder[name]).write(Array("x".utf8))
        #expect(try folder.names == [name])
    }

    @Test("Another user's link in a shared folder is not followed", .enabled(if: geteuid() == 0))
    func linksOfOthers() throws {
        try folder.link("link", to: "file")
        try #require(lchown(folder["link"], 12345, 12345) == 0)
        #expect(try OutputPlace(folder["link"]) == .file(folder["file"]))
        try #require(chmod(folder.path, 0o1777) == 0)
        #expect(throws: FileError.foreign(path: folder["link"], owner: 12345)) { try OutputPlace(folder["link"]) }
        try #require(lchown(folder["link"], geteuid(), getegid()) == 0)
        #expect(try OutputPlace(folder["link"]) == .file(folder["file"]))
    }

    @Test("A write to another user's FIFO is refused", .enabled(if: geteuid() == 0))
    func pipesOfOthers() throws {
        try #require(mkfifo(folder["fifo"], 0o666) == 0)
        let reader = try FileDescriptor(folder["fifo"], O_RDONLY | O_NONBLOCK)
        try #require(chown(folder["fifo"], 12345, 12345) == 0)
        #expect(throws: FileError.foreign(path: folder["fifo"], owner: 12345)) {
            try OutputPlace(folder["fifo"]).write(Array("secret".utf8))
        }
        var byte: UInt8 = 0
        #expect(read(reader.number, &byte, 1) == 0)
    }

    @Test("A failure names the file and not its draft", .enabled(if: geteuid() != 0, "root may write anywhere"))
    func failure() throws {
        try #require(chmod(folder.path, 0o500) == 0)
        defer { chmod(folder.path, 0o700) }
        #expect(throws: FileError.system(path: folder["file"], number: EACCES)) {
            try OutputPlace(folder["file"]).write([])
        }
    }

    @Test("A write through a descriptor starts at its position")
    func writingThroughADescriptor() throws {
        let file = try FileDescriptor(folder["file"], O_WRONLY | O_CREAT)
        try file.write(Array("one ".utf8))
        try OutputPlace("/dev/fd/\(file.number)").write(Array("two".utf8))
        #expect(try folder.text("file") == "one two")
        #expect(try folder.names == ["file"])
    }
}
