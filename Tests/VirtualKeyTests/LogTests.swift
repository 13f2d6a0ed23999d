import CTAP
import Synchronization
import Testing
import ToqueCOSE
import ToqueWebAuthn

@testable import VirtualKey

/// The contents of the log.
struct LogTests {
    @Test("The log tells the events of a connection in order")
    func aConnectionsStory() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        let other = try await client.openChannel()
        try await client.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: channel))
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        try await client.expect(
            .error, [CTAPHIDError.channelBusy.rawValue], to: CTAPHIDMessage(channel: other, command: .ping, payload: [])
        )
        try client.send(channel, .cancel)
        #expect(try await client.receive().payload == [0x2D])
        try await client.expect(.wink, [], to: CTAPHIDMessage(channel: channel, command: .wink, payload: []))
        try await client.expect(.cbor, [1], to: CTAPHIDMessage(channel: channel, command: .cbor, payload: [0x50, 1]))
        try client.write(
            CTAPHIDMessage(channel: channel, command: .ping, payload: Self.secret + Self.secret).reports[0])
        bench.advance(by: .milliseconds(800))
        client.connection.close()
        bench.device.powerCycle()
        #expect(
            bench.events.all.map(\.description) == [
                "1: connected by the process itself",
                "1: authenticatorGetInfo", "1: -> ok",
                "1: authenticatorSelection", "1: refused: channelBusy", "1: canceled", "1: -> keepaliveCancel",
                "1: wink",
                "1: command 0x50 with 2 bytes, not decoded", "1: -> invalidCommand",
                "1: refused: msgTimeout",
                "1: closed", "power cycle",
            ])
    }

    @Test("Each CTAPHID_WINK is passed on once")
    func aWinkIsShown() async throws {
        let winks = Mutex(0)
        let device = CTAPHIDDevice(processor: StubProcessor(), onWink: { winks.withLock { $0 += 1 } })
        let client = CTAPHIDClient(try device.loopback.connect())
        let channel = try await client.openChannel()
        for count in 1...2 {
            try await client.expect(.wink, [], to: CTAPHIDMessage(channel: channel, command: .wink, payload: []))
            #expect(winks.withLock { $0 } == count)
        }
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [1]))
        #expect(winks.withLock { $0 } == 2)
    }

    /// Every byte of these commands is a secret, or derived from one.
    private static let secret = [UInt8](repeating: 0xA7, count: 32)

    private static let key = KeyAgreementKey(x: secret, y: secret)

    private static let input = HMACSecretInput(keyAgreement: key, saltEnc: secret, saltAuth: secret)

    static let commands: [(CTAPCommand, String)] = [
        (
            .makeCredential(
                AuthenticatorMakeCredential(
                    clientDataHash: secret, rp: PublicKeyCredentialRPEntity(id: "bank.example", name: ""),
                    user: PublicKeyCredentialUserEntity(id: [1], name: "ana\u{1B}[2J\n\u{9B}\u{202E}", displayName: ""),
                    pubKeyCredParams: [.init(algorithm: .es256), .init(algorithm: COSEAlgorithm(rawValue: -60000))],
                    excludeList: [CTAPCredentialDescriptor(id: [1]), CTAPCredentialDescriptor(id: [2])],
                    extensions: .init(credProtect: 2, hmacSecret: true, hmacSecretMC: input, thirdPartyPayment: true),
                    options: CTAPOptions(rk: true), pinUvAuthParam: secret, pinUvAuthProtocol: 2)),
            #"authenticatorMakeCredential rp="bank.example" user="ana\u{1B}[2J\n\u{009B}\u{202E}" "#
                + "algorithms=ES256,-60000 excludeList=2 "
                + "extensions=credProtect=2,hmac-secret,hmac-secret-mc,thirdPartyPayment options=rk:true "
                + "pinUvAuthParam protocol=2"
        ),
        (
            .getAssertion(
                AuthenticatorGetAssertion(
                    rpID: "bank.example", clientDataHash: secret, allowList: [CTAPCredentialDescriptor(id: secret)],
                    extensions: .init(hmacSecret: input), options: CTAPOptions(up: false, uv: true),
                    pinUvAuthParam: [])),
            #"authenticatorGetAssertion rp="bank.example" allowList=1 extensions=hmac-secret options=up:false,uv:true "#
                + "empty pinUvAuthParam"
        ),
        (
            .clientPIN(
                AuthenticatorClientPIN(
                    .getPinUvAuthTokenUsingPinWithPermissions, pinUvAuthProtocol: 1, keyAgreement: key,
                    pinUvAuthParam: secret, newPinEnc: secret, pinHashEnc: secret,
                    permissions: [.makeCredential, .getAssertion], rpID: "bank.example")),
            #"authenticatorClientPIN getPinUvAuthTokenUsingPinWithPermissions protocol=1 permissions=0x3 "#
                + #"rp="bank.example""#
        ),
        (
            .credentialManagement(
                AuthenticatorCredentialManagement(
                    .enumerateCredentialsBegin, isPrototype: true, rpIDHash: secret, encodedParameters: secret,
                    pinUvAuthProtocol: 2, pinUvAuthParam: secret)),
            "authenticatorCredentialManagement (0x41) enumerateCredentialsBegin pinUvAuthParam protocol=2"
        ),
        (.reset, "authenticatorReset"),
        (.getNextAssertion, "authenticatorGetNextAssertion"),
    ]

    @Test("The log describes a command without its secrets", arguments: commands)
    func commandsInWordsWithoutSecrets(command: CTAPCommand, words: String) {
        #expect(CommandWords.describe(command) == words)
    }
}
