import Glibc
import Testing
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct TransportTests {
    @Test func aKeyBehindASocketIsReached() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/key"
        let listener = try PacketListener(path: path)
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion()) }
        listener.serve(key)
        let signed = try await SecurityKey(location: .path(path)).getAssertion(
            .sample(), interaction: TestInteraction())
        #expect(signed.signature == [4, 5, 6])
    }

    @Test func aKeyBehindATerminalIsReached() async throws {
        let terminal = try Terminal()
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion(user: [UInt8](repeating: 6, count: 64))) }
        key.serve(terminal.master, framing: .numberedStream)
        let signed = try await SecurityKey(location: .path(terminal.path)).getAssertion(
            .sample(), interaction: TestInteraction())
        #expect(signed.userHandle?.count == 64)
    }

    @Test func aKeyBehindATransportIsReached() async throws {
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion()) }
        let securityKey = SecurityKey(location: .transport(key, name: "the test's key"))
        #expect(try await securityKey.getAssertion(.sample(), interaction: TestInteraction()).signature == [4, 5, 6])
    }

    @Test func aFileThatAnotherProgramHasIsNotFoughtFor() async throws {
        let terminal = try Terminal()
        let other = open(terminal.path, O_RDWR | O_NOCTTY)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(location: .path(terminal.path)).capabilities()
        }
        #expect(error?.message.contains("in use by another program") == true)
    }

    @Test(arguments: [
        ("/nowhere/key", "no key there"), ("/etc/passwd", "is no device"), ("/dev", "directory"),
    ]) func whatIsNoKeyIsSaidSo(_ path: String, _ reason: String) async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(location: .path(path)).capabilities()
        }
        #expect(error?.name == .notAllowedError)
        #expect(error?.message.contains(reason) == true)
    }

    @Test func aSocketThatNobodyListensAtIsSaidSo() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/key"
        _ = try PacketListener(path: path)
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(location: .path(path)).capabilities()
        }
        #expect(error?.message.contains("no key listens there") == true)
    }
}
