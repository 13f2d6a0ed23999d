import Glibc
import PixAPI
import Testing

@testable import toque

@Suite struct APIKeyFileTests {
    /// A file in a folder of its own, for the time of the body.
    private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
        var template = Array("/tmp/toque-keys-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let bytes = Array(text.utf8)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        return try body(path)
    }

    @Test func commentsAndEmptyLinesArePassedOver() throws {
        try withFile("# shop\n\nshop:s3cr3t:with:colons\nother:x\n") { path in
            let keys = try APIKeyFile.keys(of: path)
            #expect(keys.map(\.id) == ["shop", "other"])
            #expect(keys.map(\.secret) == ["s3cr3t:with:colons", "x"])
        }
    }

    @Test(arguments: ["hunter2", "hunter2:", ":hunter2"])
    func aWrongLineIsNamedByItsNumberAndNotShown(line: String) throws {
        try withFile("shop:fine\n\(line)\n") { path in
            let error = #expect(throws: CommandError.self) { try APIKeyFile.keys(of: path) }
            #expect(error?.description == "\(path), line 2: expected id:secret")
        }
    }

    @Test func aFileThatIsNotThereIsUnreachable() {
        let error = #expect(throws: CommandError.self) { try APIKeyFile.keys(of: "/nowhere/keys") }
        #expect(error?.status == .unreachable)
    }
}
