import Foundation
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite final class DatabaseFileTests {
    private let folder = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"
    private var file: String { folder + "/real/sandbox.sqlite" }
    private var link: String { folder + "/link.sqlite" }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder + "/real", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/sandbox.sqlite")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func open(_ path: String) throws -> SandboxStore {
        try SandboxStore(.file(path), clock: ManualClock(now: Timestamp(microseconds: 0))) { _, _ in }
    }

    private func refusal(_ path: String) -> SandboxStoreError? {
        #expect(throws: SandboxStoreError.self) { try open(path) }
    }

    @Test("A symbolic link leads to the file, which is made if missing, with the log beside it")
    func symbolicLink() async throws {
        for _ in 0..<2 {
            let store = try open(link)
            _ = try await store.initializeSharedSetting("name", "value")
            #expect(FileManager.default.fileExists(atPath: file + "-wal"))
            #expect(store.loss == nil)
            store.close()
        }
        let store = try open(file)
        #expect(try await store.sharedSetting("name") == "value")
        store.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link.sqlite", "real"])
    }

    @Test("The file behind a symbolic link has to be private, and to stay")
    func targetOfLink() throws {
        let store = try open(link)
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        #expect(store.loss?.description.contains("\(link) was deleted or moved") == true)
        store.close()
        try FileManager.default.moveItem(atPath: file + ".moved", toPath: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let exposed = refusal(link)
        #expect(exposed?.place == link)
        #expect(exposed?.problem == "other users may use it (mode 0644)")
    }

    @Test("A truncated file is damaged, which the error says without SQL")
    func truncated() async throws {
        let store = try open(file)
        _ = try await store.initializeSharedSetting("name", "value")
        store.close()
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.truncate(atOffset: 5000)
        try handle.close()
        #expect(refusal(file)?.description == "\(file) is damaged; restore a backup or name another file")
    }
}
