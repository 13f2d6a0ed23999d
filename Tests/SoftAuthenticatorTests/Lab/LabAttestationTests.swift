import Attestation
import RelyingParty
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// Statements of the profile lab, verified by a strict relying party that trusts lab's authority.
@Suite("Attestation of the profile lab")
struct LabAttestationTests {
    private static let types: [AttestationFormat: AttestationType] = [
        .none: .none, .packed: .basic, .fidoU2F: .basic, .tpm: .attca, .androidKey: .basic,
        .androidSafetyNet: .basic, .apple: .anonca, .compound: .basic,
    ]

    @Test("Each format that the relying party prefers is attested by the authority", arguments: types.keys)
    func preferred(_ format: AttestationFormat) async throws {
        let verdict = try await LabBench().register(formats: [format])
        #expect(verdict.isValid, "\(verdict.failure.map { "\($0)" } ?? "")")
        let attestation = try #require(verdict.value?.attestation)
        #expect(attestation.format == format)
        #expect(attestation.type == Self.types[format])
        #expect(attestation.trusted == (format != .none))
        #expect(attestation.aaguid == (format == .fidoU2F ? .zero : AuthenticatorProfile.lab.aaguid))
    }

    @Test("An attestation by another authority is not trusted", arguments: types.keys.filter { $0 != .none })
    func untrusted(_ format: AttestationFormat) async throws {
        var bench = try LabBench()
        let stranger = try AttestationAuthority(
            secret: AttestationAuthority.makeSecret(random: SeededRandom(seed: "stranger"), now: .init(microseconds: 0))
        )
        bench.policy.trustAnchors = TrustAnchors([stranger.certificate])
        #expect(try await bench.register(formats: [format]).failure?.code == .attestationNotTrusted)
    }

    @Test("Each algorithm registers with either attestation, and signs", arguments: COSEAlgorithm.supported)
    func algorithms(_ algorithm: COSEAlgorithm) async throws {
        for attestation in [nil, AttestationSource.selfSigned] {
            let bench = try LabBench(attestation: attestation)
            let verdict = try await bench.register([algorithm])
            #expect(verdict.isValid, "\(verdict.failure.map { "\($0)" } ?? "")")
            let registered = try #require(verdict.value)
            #expect(registered.algorithm == algorithm)
            #expect(registered.attestation.type == (attestation == nil ? .basic : .self))
            let signed = try await bench.sign(registered.credential)
            #expect(signed.isValid, "\(signed.failure.map { "\($0)" } ?? "")")
        }
    }

    @Test(
        "The key of each algorithm is certified as each format has it",
        arguments: [
            COSEAlgorithm.esp384, .es256K, .ed448, .ps256,
        ])
    func formatsOfAlgorithms(_ algorithm: COSEAlgorithm) async throws {
        let bench = try LabBench()
        for format in AuthenticatorProfile.lab.attestationFormats {
            let verdict = try await bench.register([algorithm], formats: [format])
            #expect(verdict.isValid, "\(format): \(verdict.failure.map { "\($0)" } ?? "")")
            // A format that cannot attest such a key gives way to the first one that can.
            #expect(verdict.value?.attestation.format == (format.attests(algorithm) ? format : .packed))
        }
    }

    @Test("A relying party accepts RS1 from a TPM only if its policy allows it")
    func rs1() async throws {
        var bench = try LabBench()
        #expect(try await bench.register([.rs1], formats: [.tpm]).failure?.code == .algorithmNotAllowed)
        bench.policy.allowRS1 = true
        let verdict = try await bench.register([.rs1], formats: [.tpm], requireResidentKey: true)
        #expect(verdict.isValid, "\(verdict.failure.map { "\($0)" } ?? "")")
    }

    @Test("A profile with one format chooses the first algorithm that the format attests")
    func oneFormat() async throws {
        let u2f = try LabBench(.lab { $0.attestationFormats = [.fidoU2F] })
        let registered = try #require(try await u2f.register([.edDSA, .rs256, .es256]).value)
        #expect(registered.algorithm == .es256 && registered.attestation.format == .fidoU2F)
        #expect(await errorName { _ = try await u2f.register([.edDSA, .ps256]) } == .notSupportedError)
        let tpm = try LabBench(.lab { $0.attestationFormats = [.tpm] })
        #expect(!tpm.authenticator.capabilities().algorithms.contains { [.edDSA, .ed448, .es256K].contains($0) })
        #expect(tpm.authenticator.capabilities().attestationFormats == [.tpm])
    }

    @Test("The configured AAGUID is in the authenticator data and in the certificate")
    func aaguid() async throws {
        let aaguid = try #require(AAGUID(uuid: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        let bench = try LabBench(.lab { $0.aaguid = aaguid })
        for format in [AttestationFormat.packed, .tpm, .compound] {
            let verdict = try await bench.register(formats: [format])
            #expect(verdict.value?.attestation.aaguid == aaguid)
            #expect(verdict.value?.attestation.trusted == true)
        }
    }

    @Test("A seed gives the same bytes in each format")
    func reproducible() async throws {
        for format in AuthenticatorProfile.lab.attestationFormats {
            let request = Sample.make(algorithms: [.es256], attestation: .direct, formats: [format])
            let first = try await LabBench().authenticator.make(request)
            #expect(try await LabBench().authenticator.make(request) == first)
        }
    }
}
