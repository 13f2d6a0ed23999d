import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Assertions broken in one way")
struct AuthenticationFaultTests {
    static let faults: [Fault<AuthenticationDraft>] = [
        // Credential and user
        .init("not in allowCredentials", .credentialNotAllowed) { $0.options.allowCredentials.removeLast() },
        .init("another stored credential", .credentialUnknown) { $0.stored.id[0] ^= 1 },
        .init("another user handle", .userHandleMismatch) { $0.userHandle?[0] ^= 1 },
        .init("nothing names the user", .userHandleMissing) {
            $0.userHandle = nil
            $0.options.allowCredentials = []
        },

        // Client data
        .init("client data is no JSON", .malformedClientData) {
            $0.changeCeremony = { $0.response.clientDataJSON = [] }
        },
        .init("type of the other ceremony", .typeMismatch) { $0.clientData.type = "webauthn.create" },
        .init("payment without leave", .typeMismatch) { $0.clientData.type = "payment.get" },
        .init("another challenge", .challengeMismatch) { $0.options.challenge[31] ^= 1 },
        .init("another origin", .originNotAllowed) { $0.clientData.origin = "http://example.org" },
        .init("crossOrigin", .crossOriginNotAllowed) { $0.clientData.crossOrigin = true },
        .init("topOrigin that is not listed", .topOriginNotAllowed, policy: .expected { $0.allowCrossOrigin = true }) {
            $0.clientData.crossOrigin = true
            $0.clientData.topOrigin = "https://top.example"
        },

        // Authenticator data
        .init("authenticator data cut short", .malformedAuthenticatorData) {
            $0.changeCeremony = { $0.response.authenticatorData.removeLast() }
        },
        .init("authenticator data with trailing bytes", .malformedAuthenticatorData) {
            $0.changeCeremony = { $0.response.authenticatorData.append(0) }
        },
        .init("authenticator data of more than 64 KiB", .malformedAuthenticatorData) {
            $0.data.extensions = CBORMap([("hmac-secret", .bytes([UInt8](repeating: 1, count: 64 << 10)))])
            $0.data.flags.insert(.extensionData)
        },
        .init("AT without a credential", .malformedAuthenticatorData) {
            $0.changeCeremony = { $0.response.authenticatorData[32] |= 0x40 }
        },
        .init("a credential", .attestedCredentialUnexpected) {
            $0.data.attestedCredentialData = AttestedCredentialData(
                aaguid: .zero, credentialID: $0.credential.id,
                credentialPublicKey: $0.credential.publicKey.encoded)
            $0.data.flags.insert(.attestedCredentialData)
        },
        .init("hash of another RP ID", .rpIDHashMismatch) { $0.data.rpIDHash = Digest.sha256("example.com") },
        .init("appid that the client did not use", .rpIDHashMismatch) {
            $0.options.extensions = ["appid": .string(appID)]
            $0.data.rpIDHash = Digest.sha256(appID)
            $0.changeCeremony = { $0.response.clientExtensionResults = ["appid": false] }
        },
        .init("appid without the client's word", .rpIDHashMismatch) {
            $0.options.extensions = ["appid": .string(appID)]
            $0.data.rpIDHash = Digest.sha256(appID)
        },
        .init("appid that was not asked for", .rpIDHashMismatch) {
            $0.data.rpIDHash = Digest.sha256(appID)
            $0.changeCeremony = { $0.response.clientExtensionResults = ["appid": true] }
        },
        .init("RP ID where the client used the appid", .rpIDHashMismatch) {
            $0.options.extensions = ["appid": .string(appID)]
            $0.changeCeremony = { $0.response.clientExtensionResults = ["appid": true] }
        },
        .init("UP not set", .userNotPresent) { $0.data.flags.remove(.userPresent) },
        .init("UV not set, options require it", .userNotVerified) {
            $0.data.flags.remove(.userVerified)
            $0.options.userVerification = .required
        },
        .init("BS without BE", .invalidBackupFlags) { $0.data.flags.insert(.backupState) },
        .init("BE that was not set before", .backupEligibilityChanged) { $0.data.flags.insert(.backupEligible) },
        .init("BE that was set before", .backupEligibilityChanged) { $0.stored.backupEligible = true },

        // Key, signature, counter
        .init("stored key cannot be read", .malformedPublicKey) { $0.stored.publicKey.removeLast() },
        .init("changed signature", .badSignature) { $0.changeCeremony = { $0.response.signature[20] ^= 1 } },
        .init("signature that no algorithm gives", .badSignature) {
            $0.changeCeremony = { $0.response.signature = [UInt8](repeating: 1, count: 1 << 20) }
        },
        .init("empty signature", .badSignature) { $0.changeCeremony = { $0.response.signature = [] } },
        .init("changed counter", .badSignature) { $0.changeCeremony = { $0.response.authenticatorData[36] ^= 1 } },
        .init("changed client data", .badSignature) {
            $0.changeCeremony = { $0.response.clientDataJSON.insert(0x20, at: 1) }
        },
        .init("key of another algorithm", .badSignature) {
            if let other = try? TestCredential.of(.edDSA) { $0.stored.publicKey = other.publicKey.encoded }
        },
        .init("counter that stands still", .counterRegressed) { $0.stored.signCount = 8 },
        .init("counter that goes back", .counterRegressed) { $0.stored.signCount = .max },
        .init("counter that is zero again", .counterRegressed) { $0.data.signCount = 0 },

        // Extensions
        .init(
            "unsolicited client extension output", .extensionNotRequested,
            policy: .expected { $0.unsolicitedExtensions = .reject }
        ) {
            $0.changeCeremony = { $0.response.clientExtensionResults = ["appid": false] }
        },
        .init(
            "unsolicited authenticator extension output", .extensionNotRequested,
            policy: .expected { $0.unsolicitedExtensions = .reject }
        ) {
            $0.data.extensions = CBORMap([("hmac-secret", .bytes([1]))])
            $0.data.flags.insert(.extensionData)
        },
    ]

    private static let appID = "https://example.org/app-id.json"

    @Test("An assertion with one fault is refused with the fault's code", arguments: faults)
    func isRefusedWithItsCode(_ fault: Fault<AuthenticationDraft>) throws {
        var draft = try AuthenticationDraft()
        let relyingParty = RelyingParty(policy: fault.policy)
        fault.apply(&draft)
        let verdict = relyingParty.verify(try draft.ceremony())
        fault.expect(verdict)
    }

    @Test("A failure message escapes and truncates the origin it quotes")
    func theMessageQuotesTextFromOutside() throws {
        var draft = try AuthenticationDraft()
        draft.clientData.origin = "\u{1B}[2J\n" + String(repeating: "x", count: 1000)
        let verdict = RelyingParty(policy: Expected.policy).verify(try draft.ceremony())
        let message = try #require(verdict.failure?.message)
        #expect(message.hasPrefix(#"origin is "\u{1B}[2J\nxxx"#))
        #expect(message.count < 250)
    }
}
