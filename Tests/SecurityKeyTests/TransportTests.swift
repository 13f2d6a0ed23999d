import Glibc
import Testing
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct TransportTests {
    @Test("A key behind a Unix socket can be used")
    func aKeyBehindASocketIsReached() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/key"
        let listener = try PacketListener(path: path)
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion()) }
        listener.serve(key)
        let signed = try await SecurityKey(location: .path(path)).getAssertion(
            .sample(), interaction: TestInteraction())
        #expect(signed.signature == [4, 5, 6])
    }

    @Test("A key behind a pseudo-terminal can be used")
    func aKeyBehindATerminalIsReached() async throws {
        let terminal = try Terminal()
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion(user: [UInt8](repeating: 6, count: 64))) }
        key.serve(terminal.master, framing: .numberedStream)
        let signed = try await SecurityKey(location: .path(terminal.path)).getAssertion(
            .sample(), interaction: TestInteraction())
        #expect(signed.userHandle?.count == 64)
    }

    @Test("A key behind a custom transport can be used")
    func aKeyBehindATransportIsReached() async throws {
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion()) }
        let securityKey = SecurityKey(location: .transport(key, name: "the test's key"))
        #expect(try await securityKey.getAssertion(.sample(), interaction: TestInteraction()).signature == [4, 5, 6])
    }

    /// The owner, the user, and whether the user may use the owner's key.
    @Test(
        "A key may be used by its owner and by root, and root's by anyone",
        arguments: [(1000, 1000, true), (0, 1000, true), (1000, 0, true), (0, 0, true), (1001, 1000, false)])
    func whoseKeyMayBeUsed(_ owner: uid_t, _ user: uid_t, _ mayBe: Bool) {
        var refusal: TransportError?
        do throws(TransportError) {
            try KeyOwner.check(owner, of: "/tmp/key", for: user)
        } catch {
            refusal = error
        }
        #expect((refusal == nil) == mayBe)
    }

    @Test("The socket shows which user listens")
    func theSocketSaysWhoListens() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(try KeyOwner.ofPeer(ends[0], "/tmp/key") == geteuid())
        #expect(throws: TransportError.self) { try KeyOwner.ofPeer(-1, "/tmp/key") }
    }

    @Test("A device file that another program has locked is reported as in use")
    func aFileThatAnotherProgramHasIsNotFoughtFor() async throws {
        let terminal = try Terminal()
        let other = open(terminal.path, O_RDWR | O_NOCTTY)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(location: .path(terminal.path)).capabilities()
        }
        #expect(error?.message.contains("in use by another program") == true)
    }

    @Test(
        "A path without a key is refused with the reason",
        arguments: [
            ("/nowhere/key", "no key there"), ("/etc/passwd", "is not a device"), ("/dev", "is not a device"),
            ("/dev/null", "cannot be opened"),
        ])
    func whatIsNoKeyIsSaidSo(_ path: String, _ reason: String) async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(location: .path(path)).capabilities()
        }
        #expect(error?.name == .notAllowedError)
        #expect(error?.isUnreachable == true)
        #expect(error?.message.contains(reason) == true)
    }

    @Test("A socket without a listener is reported as such")
    func aSocketThatNobodyListensAtIsSaidSo() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/key"
        _ = try PacketListener(path: path)
        let error = await #expect(throws: WebAuthnError.self) {
            try await SecurityKey(location: .path(path)).capabilities()
        }
        #expect(error?.message.contains("no key listens there") == true)
    }
}
