import Attestation
import CTAP
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import SoftAuthenticator

/// Enterprise attestation (CTAP 2.3 section 7.1; step 9 of section 6.1.2).
@Suite("Enterprise attestation over CTAP")
struct EnterpriseAttestationTests {
    private static let serialNumberExtension = "1.3.6.1.4.1.45724.1.1.2"

    private static func enabled(_ profile: AuthenticatorProfile = .securityKey) async throws -> Device {
        let device = try Device(profile, enterprise: .sample())
        try await device.configure(.enableEnterpriseAttestation)
        return device
    }

    private static func command(
        _ requested: UInt64?, rpID: String = Sample.rpID, formats: [String]? = nil
    ) -> AuthenticatorMakeCredential {
        var command = AuthenticatorMakeCredential.sample(rpID: rpID)
        command.enterpriseAttestation = requested
        command.attestationFormatsPreference = formats
        return command
    }

    /// The attestation certificate of a credential; nil for self attestation.
    private static func certificate(_ response: AuthenticatorMakeCredential.Response) throws -> Certificate? {
        let x5c = response.attestationObject.statement.mapValue?["x5c"]?.arrayValue
        return try x5c?.first?.bytesValue.map { try Certificate(der: $0) }
    }

    @Test("A key without enterprise attestation refuses it and does not advertise it", arguments: [1, 2, 3])
    func notCapable(_ requested: UInt64) async throws {
        let device = Device()
        let info = try await device.getInfo()
        #expect(info.options["ep"] == nil)
        #expect(info.authenticatorConfigCommands == [2, 3, 4])
        #expect(await status { _ = try await device.make(Self.command(requested)) } == .invalidParameter)
    }

    @Test("A capable key refuses enterprise attestation until it is enabled", arguments: [1, 2, 3])
    func disabled(_ requested: UInt64) async throws {
        let device = try Device(enterprise: .sample())
        let info = try await device.getInfo()
        #expect(info.options["ep"] == false)
        #expect(info.authenticatorConfigCommands == [1, 2, 3, 4])
        #expect(await status { _ = try await device.make(Self.command(requested)) } == .invalidParameter)
    }

    @Test("Enterprise attestation stays enabled until a reset")
    func durability() async throws {
        let device = try await Self.enabled()
        try await device.configure(.enableEnterpriseAttestation)
        device.key.powerCycle()
        #expect(try await device.getInfo().options["ep"] == true)
        _ = try await device.send(.reset)
        #expect(try await device.getInfo().options["ep"] == false)
    }

    @Test("A kind of enterprise attestation other than 1 and 2 is refused", arguments: [0, 3, .max])
    func otherKind(_ requested: UInt64) async throws {
        let device = try await Self.enabled()
        #expect(await status { _ = try await device.make(Self.command(requested)) } == .invalidOption)
    }

    @Test(
        "Kind 1 attests only for listed RP IDs, kind 2 for all",
        arguments: [
            (1, "corp.example", true), (1, Sample.rpID, false), (1, "CORP.example", false), (2, Sample.rpID, true),
            (2, "corp.example", true), (nil, "corp.example", false),
        ] as [(UInt64?, String, Bool)])
    func granted(_ requested: UInt64?, _ rpID: String, _ isGranted: Bool) async throws {
        let device = try await Self.enabled()
        let made = try await device.make(Self.command(requested, rpID: rpID))
        #expect(made.epAtt == (isGranted ? true : nil))
        let certificate = try Self.certificate(made)
        // Other relying parties get the usual attestation.
        #expect((certificate != nil) == isGranted)
        guard let certificate else { return }
        #expect(try certificate.extensions(Self.serialNumberExtension).count == 1)
        try certificate.checkPackedAttestation(isEnterprise: true)
        #expect(throws: AttestationCertificateError.serialNumber) {
            try certificate.checkPackedAttestation(isEnterprise: false)
        }
        try certificate.checkAAGUID(AuthenticatorProfile.securityKey.aaguid)
    }

    @Test("A preference for the format none gives no enterprise attestation")
    func withoutStatement() async throws {
        let device = try await Self.enabled()
        let made = try await device.make(Self.command(2, formats: ["none"]))
        #expect(made.epAtt == nil)
        #expect(made.attestationObject.format == .none)
        #expect(try await device.make(Self.command(2, formats: ["tpm", "packed"])).epAtt == true)
    }

    @Test("User verification is checked before enterprise attestation")
    func order() async throws {
        let device = try Device(enterprise: .sample())
        try await device.setPIN()
        var command = Self.command(2)
        command.options.rk = true
        #expect(await status { _ = try await device.make(command) } == .puatRequired)
    }
}

extension EnterpriseAttestation {
    static func sample() throws -> EnterpriseAttestation {
        let secret = AttestationAuthority.makeSecret(
            random: SeededRandom(seed: "device"), now: Timestamp(microseconds: 0))
        return EnterpriseAttestation(
            vendorFacilitatedRPIDs: ["corp.example"],
            identity: try AttestationAuthority(secret: secret).enterpriseIdentity(
                for: AuthenticatorProfile.securityKey.aaguid))
    }
}
