import Glibc
import PixAPI
import Sandbox
import Testing
import ToqueEncoding

@testable import toque

@Suite struct ReadySandboxTests {
    private let guide = ProviderGuide(title: "A test", curl: { url, key in "-u \(key) \(url)/institutions/" })

    @Test("With a key file, the curl command reads the key from it instead of showing it")
    func aKeyOfAFileIsNotShown() throws {
        try withFile(Array("# mine\nshop:s3cret\n".utf8)) { path in
            let ready = ReadySandbox(
                url: "https://127.0.0.1:1", guide: guide, keys: try KeySource(file: path), database: .memory,
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

    @Test("The ready file has mode 0600 and can be removed")
    func theFileIsPrivateAndGoes() throws {
        try withFile([], mode: 0o644) { path in
            let file = try ReadyFile(path, ["url": "x"])
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            file.remove()
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test("A sandbox that ends leaves the ready file of another sandbox in place")
    func anotherSandboxesFileStays() throws {
        try withFile([]) { path in
            let first = try ReadyFile(path, ["pid": 1])
            let second = try ReadyFile(path, ["pid": 2])
            first.remove()
            #expect(access(path, F_OK) == 0)
            second.remove()
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test("A ready file that cannot be written is reported with its path and the reason")
    func aPlaceThatCannotBeWrittenIsNamed() {
        let error = #expect(throws: CommandError.self) { try ReadyFile("/nowhere/ready.json", [:]) }
        #expect(error?.description.hasPrefix("/nowhere/ready.json: No such file or directory") == true)
        #expect(error?.status == .unreachable)
    }

    private func resumption(
        _ resumed: [ResumedTenant], hasControl: Bool = true, url: String = "http://127.0.0.1:8420"
    ) throws -> String? {
        try ReadySandbox(
            url: url, guide: guide, keys: KeySource(file: nil), database: .file("/data/s.sqlite"), certificate: nil,
            hasControl: hasControl, processID: 7, resumed: resumed
        ).resumption
    }

    @Test("A resuming sandbox lists its differences from a new one and the command that clears them")
    func resumptionSaysWhatIsNotDefault() throws {
        let noon = try #require(Timestamp("2026-01-31T12:00:00Z"))
        let frozen = ResumedTenant(
            id: "shop", scenario: "institution_down", clock: TenantClock(frozenAt: noon), timers: 1)
        #expect(
            try resumption([frozen])
                == "Resuming /data/s.sqlite: default scenario institution_down, clock frozen at \(noon), 1 pending timer. "
                + "To clear it: toque sandbox reset --tenant shop")
        let usual = ResumedTenant(id: "sandbox", clock: TenantClock(offset: .seconds(-90)))
        #expect(
            try resumption([usual])
                == "Resuming /data/s.sqlite: clock 90 s behind. To clear it: toque sandbox reset")
        let ahead = ResumedTenant(id: "b", clock: TenantClock(offset: .seconds(90)), timers: 2)
        #expect(
            try resumption([frozen, ahead], url: "http://127.0.0.1:1")
                == "Resuming /data/s.sqlite: 2 tenants, default scenario institution_down (shop), "
                + "clock frozen at \(noon) (shop), clock 90 s ahead (b), 3 pending timers. "
                + "To clear a tenant: toque sandbox reset --tenant KEY-ID --server http://127.0.0.1:1")
        #expect(
            try resumption([ahead], hasControl: false)?.hasSuffix("end the sandbox and remove the file") == true)
        let many = (1...5).map { ResumedTenant(id: "t\($0)", scenario: "slow") }
        #expect(try resumption(many)?.contains("default scenario slow (t3), and 2 more.") == true)
    }

    @Test("A sandbox whose database has nothing unusual does not mention it")
    func resumptionOfNothing() throws {
        #expect(try resumption([]) == nil)
        #expect(try resumption([ResumedTenant(id: "sandbox")]) == nil)
    }
}
