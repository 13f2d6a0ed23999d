import Glibc
import PixAPI
import Testing
import ToqueEncoding

@testable import toque

@Suite struct ReadySandboxTests {
    @Test func aKeyOfAFileIsNotShown() throws {
        try withFile(Array("# mine\nshop:s3cret\n".utf8)) { path in
            let ready = ReadySandbox(
                url: "https://127.0.0.1:1", keys: try KeySource(file: path), database: .memory,
                certificate: "my cert.pem", hasControl: false, processID: 7)
            #expect(
                ready.curl
                    == #"curl --cacert 'my cert.pem' -u "$(grep -m1 '^[^#]' \#(path))" https://127.0.0.1:1/institutions/"#
            )
            #expect(
                ready.json == [
                    "url": "https://127.0.0.1:1", "control_url": .null,
                    "keys": [["id": "shop", "secret": "s3cret"]], "tenant": "shop", "database": .null, "pid": 7,
                ])
        }
    }

    @Test func theFileIsPrivateAndGoes() throws {
        try withFile([], mode: 0o644) { path in
            let file = try ReadyFile(path, ["url": "x"])
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            file.remove()
            #expect(access(path, F_OK) != 0)
        }
    }

    /// Of two sandboxes with the same ready file the first to end must not remove the other's.
    @Test func anotherSandboxesFileStays() throws {
        try withFile([]) { path in
            let first = try ReadyFile(path, ["pid": 1])
            let second = try ReadyFile(path, ["pid": 2])
            first.remove()
            #expect(access(path, F_OK) == 0)
            second.remove()
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test func aPlaceThatCannotBeWrittenIsNamed() {
        let error = #expect(throws: CommandError.self) { try ReadyFile("/nowhere/ready.json", [:]) }
        #expect(error?.description.hasPrefix("/nowhere/ready.json: No such file or directory") == true)
        #expect(error?.status == .unreachable)
    }
}
