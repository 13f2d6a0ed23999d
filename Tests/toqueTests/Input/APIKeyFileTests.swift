import Sandbox
import Testing

@testable import toque

@Suite struct APIKeyFileTests {
    @Test("Comments and empty lines in an API key file are skipped")
    func commentsAndEmptyLinesArePassedOver() throws {
        try withFile(Array("# shop\n\nshop:s3cr3t:with:colons\nother:x\n".utf8)) { path in
            let keys = try APIKeyFile.keys(of: path)
            #expect(keys.map(\.id) == ["shop", "other"])
            #expect(keys.map(\.secret) == ["s3cr3t:with:colons", "x"])
        }
    }

    @Test(
        "A malformed line of an API key file is reported by number and not shown",
        arguments: ["hunter2", "hunter2:", ":hunter2"])
    func aWrongLineIsNamedByItsNumberAndNotShown(line: String) throws {
        try withFile(Array("shop:fine\n\(line)\n".utf8)) { path in
            let error = #expect(throws: CommandError.self) { try APIKeyFile.keys(of: path) }
            #expect(error?.description == "\(path), line 2: is not id:secret")
        }
    }

    @Test("A byte order mark and CR LF are no part of a key")
    func markAndLineEnds() throws {
        try withFile([0xEF, 0xBB, 0xBF] + Array("shop:secret\r\nother:x\r\n".utf8)) { path in
            let keys = try APIKeyFile.keys(of: path)
            #expect(keys.map(\.id) == ["shop", "other"])
            #expect(keys.map(\.secret) == ["secret", "x"])
        }
    }

    @Test("A key with control characters or invalid UTF-8 is reported by number and not shown")
    func unprintable() throws {
        for (bytes, problem) in [([0x01], "has control characters"), ([0xFF], "is not UTF-8")] as [([UInt8], String)] {
            try withFile(Array("shop:fine\nshop:hunter2".utf8) + bytes) { path in
                let error = #expect(throws: CommandError.self) { try APIKeyFile.keys(of: path) }
                #expect(error?.description == "\(path), line 2: \(problem)")
            }
        }
    }

    @Test("A missing API key file is reported as unreachable")
    func aFileThatIsNotThereIsUnreachable() {
        let error = #expect(throws: CommandError.self) { try APIKeyFile.keys(of: "/nowhere/keys") }
        #expect(error?.status == .unreachable)
    }
}
