import CTAP
import Testing
import ToqueCrypto

/// The bytes that pinUvAuthParam covers (CTAP 2.3 sections 6.7, 6.8, 6.10.2 and 6.11).
@Suite struct AuthenticatedMessageTests {
    private static let padding = [UInt8](repeating: 0xFF, count: 32)

    @Test("pinUvAuthParam of authenticatorBioEnrollment covers modality, subcommand and parameters")
    func bioEnrollment() {
        #expect(AuthenticatorBioEnrollment(.enumerateEnrollments).authenticatedMessage == [0x01, 0x04])
        let removal = AuthenticatorBioEnrollment(.removeEnrollment, templateID: [7])
        #expect(removal.authenticatedMessage == [0x01, 0x06, 0xA1, 0x01, 0x41, 0x07])
    }

    @Test(
        "pinUvAuthParam of authenticatorCredentialManagement covers only parameters the subcommand has",
        arguments: AuthenticatorCredentialManagement.SubCommand.allCases)
    func credentialManagement(_ subCommand: AuthenticatorCredentialManagement.SubCommand) {
        let command = AuthenticatorCredentialManagement(subCommand, encodedParameters: [0xA0])
        let hasParameters = subCommand != .getCredsMetadata && subCommand != .enumerateRPsBegin
        #expect(command.authenticatedMessage == [UInt8(subCommand.rawValue)] + (hasParameters ? [0xA0] : []))
    }

    @Test("pinUvAuthParam of authenticatorLargeBlobs covers the offset and the hash of the data")
    func largeBlobs() {
        let command = AuthenticatorLargeBlobs(set: [1, 2, 3], offset: 0x0102_0304)
        #expect(
            command.authenticatedMessage
                == Self.padding + [0x0C, 0x00, 0x04, 0x03, 0x02, 0x01] + Digest.sha256([1, 2, 3]))
    }

    @Test("pinUvAuthParam of authenticatorConfig covers the subcommand and its parameters")
    func config() {
        #expect(AuthenticatorConfig(.toggleAlwaysUv).authenticatedMessage == Self.padding + [0x0D, 0x02])
        let length = AuthenticatorConfig(.setMinPINLength, minPINLength: .init(newMinPINLength: 6))
        #expect(length.authenticatedMessage == Self.padding + [0x0D, 0x03, 0xA1, 0x01, 0x06])
    }
}
