import CTAP
import Testing

@testable import SoftAuthenticator

/// The checks of authenticatorConfig before any effect, in order (CTAP 2.3 section 6.11).
@Suite("Permission to configure")
struct ConfigGateTests {
    typealias SubCommand = AuthenticatorConfig.SubCommand

    static let always: [SubCommand] = [.toggleAlwaysUv, .setMinPINLength, .enableLongTouchForReset]

    private static func device() async throws -> Device {
        let device = Device()
        try await device.setPIN()
        return device
    }

    @Test("A missing or unknown subcommand is refused")
    func subcommand() async throws {
        let device = Device()
        #expect(await status { _ = try await device.send(.config(AuthenticatorConfig(nil))) } == .missingParameter)
        var command = AuthenticatorConfig(.toggleAlwaysUv)
        for number: UInt64 in [0, 0x05, 0x102, .max] {
            command.subCommand = number
            #expect(await status { _ = try await device.send(.config(command)) } == .invalidSubcommand)
        }
        // The last subcommand exists only on keys with that capability.
        for missing: SubCommand in [.vendorPrototype, .enableEnterpriseAttestation] {
            #expect(await status { try await device.configure(missing) } == .invalidSubcommand)
        }
    }

    @Test(
        "A token with the permission is accepted twice, bound to an RP ID or not", arguments: always,
        PINUVAuthProtocol.allCases)
    func authorized(_ subCommand: SubCommand, _ version: PINUVAuthProtocol) async throws {
        let device = try await Self.device()
        for rpID in [nil, Sample.rpID] {
            let token = try await device.token(.authenticatorConfiguration, rpID: rpID, version: version)
            #expect(await status { try await device.configure(subCommand, token: token) } == nil)
            // The token is still valid.
            #expect(await status { try await device.configure(subCommand, token: token) } == nil)
        }
    }

    @Test("Without pinUvAuthParam, the key requires a token", arguments: always)
    func noToken(_ subCommand: SubCommand) async throws {
        let device = try await Self.device()
        #expect(await status { try await device.configure(subCommand) } == .puatRequired)
        let enterprise = try Device(enterprise: .sample())
        try await enterprise.setPIN()
        #expect(await status { try await enterprise.configure(.enableEnterpriseAttestation) } == .puatRequired)
    }

    @Test("A missing or unknown PIN/UV auth protocol is refused", arguments: always)
    func protocolNumber(_ subCommand: SubCommand) async throws {
        let device = try await Self.device()
        var command = Device.config(subCommand, token: try await device.configToken())
        for (number, expected) in [(nil, .missingParameter), (0, .invalidParameter), (3, .invalidParameter)]
            as [(UInt64?, CTAPStatus)]
        {
            command.pinUvAuthProtocol = number
            #expect(await status { _ = try await device.send(.config(command)) } == expected)
        }
    }

    @Test("A token without the permission is refused", arguments: always)
    func otherPermission(_ subCommand: SubCommand) async throws {
        let device = try await Self.device()
        for permissions: PINUVAuthPermissions in [
            [.makeCredential, .getAssertion], [.credentialManagement, .largeBlobWrite],
            .persistentCredentialManagementReadOnly,
        ] {
            let token = try await device.token(permissions)
            #expect(await status { try await device.configure(subCommand, token: token) } == .pinAuthInvalid)
        }
    }

    @Test("The signature covers command, subcommand and parameters", arguments: PINUVAuthProtocol.allCases)
    func signature(_ version: PINUVAuthProtocol) async throws {
        let device = try await Self.device()
        let token = try await device.configToken(version: version)
        let command = Device.config(.setMinPINLength, .init(newMinPINLength: 5), token: token)
        var others = [command, command, command, command]
        others[0].subCommand = SubCommand.toggleAlwaysUv.rawValue
        others[1].minPINLength.newMinPINLength = 6
        others[2].pinUvAuthParam = token.authenticate([0x03])
        others[3].pinUvAuthParam = []
        for other in others {
            #expect(await status { _ = try await device.send(.config(other)) } == .pinAuthInvalid)
        }
        #expect(device.storage.settings() == AuthenticatorSettings())
        #expect(await status { _ = try await device.send(.config(command)) } == nil)
    }

    @Test("Without a PIN and fingers, the configuration needs no token unless alwaysUv is on")
    func unprotected() async throws {
        let device = try Device(enterprise: .sample())
        try await device.configure(.setMinPINLength, .init(newMinPINLength: 6))
        try await device.configure(.enableEnterpriseAttestation)
        #expect(device.storage.settings().minPINLength == 6)
        #expect(device.storage.settings().enterpriseAttestation)
        // With alwaysUv, a token is required although none can exist, except to turn alwaysUv off.
        try await device.configure(.toggleAlwaysUv)
        #expect(await status { try await device.configure(.setMinPINLength) } == .puatRequired)
        #expect(await status { try await device.configure(.enableEnterpriseAttestation) } == .puatRequired)
        try await device.configure(.toggleAlwaysUv)
        #expect(await status { try await device.configure(.setMinPINLength) } == nil)
    }

    @Test("Enrolled fingers protect the configuration like a PIN")
    func protectedByFinger() async throws {
        let device = Device(.android)
        #expect(await status { try await device.configure(.setMinPINLength) } == nil)
        device.storage.save(Fingerprint(id: [1], friendlyName: "", finger: "index"))
        #expect(await status { try await device.configure(.setMinPINLength) } == .puatRequired)
        #expect(await status { try await device.configure(.toggleAlwaysUv) } == .puatRequired)
    }
}
