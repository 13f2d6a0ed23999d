import Attestation
import CTAP
import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// The profile lab as a device.
@Suite("The profile lab over CTAP")
struct LabDeviceTests {
    private func device(_ profile: AuthenticatorProfile = .lab) throws -> Device {
        Device(profile, random: SeededRandom(seed: "lab"), attestation: .authority(try LabBench.authority.get()))
    }

    /// Without the other profiles' bound, which is libfido2's: some formats need more than 2048 bytes.
    private func make(
        _ command: AuthenticatorMakeCredential, on device: Device
    ) async throws -> AuthenticatorMakeCredential.Response {
        let command = try CTAPCommand(decoding: CTAPCommand.makeCredential(command).encoded)
        let response = try await [0] + device.key.process(command) { _ in }.encoded
        #expect(response.count <= device.key.maxMsgSize)
        guard case .makeCredential(let response) = try CTAPResponse(decoding: response, for: command) else {
            throw Device.UnexpectedResponse()
        }
        return response
    }

    @Test("getInfo lists exactly the formats and algorithms that the attestation can make")
    func tells() async throws {
        let info = try await device().getInfo()
        #expect(
            info.attestationFormats == [
                "packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple",
            ])
        #expect(info.algorithms == COSEAlgorithm.all)
        #expect(info.versions.contains("U2F_V2"))
        #expect(try await Device(.lab).getInfo().attestationFormats == ["packed"])
        let tpm = try await device(.lab { $0.attestationFormats = [.tpm] }).getInfo()
        #expect(tpm.attestationFormats == ["tpm"])
        #expect(tpm.algorithms.contains(.edDSA) == false)
    }

    @Test(
        "The platform's preference picks the format",
        arguments: AuthenticatorProfile.lab.attestationFormats.filter { $0 != .compound } + [.none])
    func preference(_ format: AttestationFormat) async throws {
        var command = AuthenticatorMakeCredential.sample()
        command.attestationFormatsPreference = ["no-such-format", format.rawValue, "packed"]
        let made = try await make(command, on: device())
        #expect(made.attestationObject.format == format)
        #expect(try AttestationStatement(made.attestationObject).format == format)
    }

    @Test("A compound statement nests deeper than CTAP allows, so packed replaces it")
    func compound() async throws {
        var command = AuthenticatorMakeCredential.sample()
        command.attestationFormatsPreference = ["compound"]
        #expect(try await device().make(command).attestationObject.format == .packed)
        let alone = try await device(.lab { $0.attestationFormats = [.compound] }).make(command)
        #expect(alone.attestationObject.format == .none)
    }

    @Test(
        "libfido2 has room for the answers of most formats",
        arguments: [
            (COSEAlgorithm.es256, AttestationFormat.packed), (.es256, .tpm), (.es256, .androidKey), (.es256, .fidoU2F),
            (.es256, .apple), (.ps256, .packed), (.ps256, .tpm), (.ps256, .apple),
        ])
    func size(_ algorithm: COSEAlgorithm, _ format: AttestationFormat) async throws {
        var command = AuthenticatorMakeCredential.sample(algorithms: [algorithm])
        command.attestationFormatsPreference = [format.rawValue]
        // Device.send checks the bound.
        #expect(try await device().make(command).attestationObject.format == format)
    }

    @Test("Large blobs are stored in the form that the option names")
    func largeBlobs() async throws {
        let blob = Array("many of the same, many of the same".utf8)
        let array = try device()
        var info = try await array.getInfo()
        #expect(info.extensions.contains("largeBlobKey") && info.options["largeBlobs"] == true)
        var made = try await array.make(.sample(extensions: .init(largeBlobKey: true), options: .init(rk: true)))
        let key = SecretBytes(copying: try #require(made.largeBlobKey))
        var blobs = LargeBlobArray(reading: try await array.readLargeBlobs())
        try blobs.setBlob(blob, for: key, random: SystemRandom())
        try await array.writeLargeBlobs(blobs.serialized)
        let stored = LargeBlobArray(reading: try await array.readLargeBlobs()).blob(for: key)
        #expect(stored == blob)

        let credential = try device(.lab { $0.largeBlobs = .credential })
        info = try await credential.getInfo()
        #expect(info.extensions.contains("largeBlob") && info.options["largeBlobs"] == nil)
        made = try await credential.make(.sample(extensions: .init(largeBlob: .preferred), options: .init(rk: true)))
        let id = try made.credentialID
        let compressed = try CompressedLargeBlob(compressing: blob)
        func output(_ input: LargeBlobExtension.Input) async throws -> CBOR? {
            let signed = try await credential.get(.sample(allow: [id], extensions: .init(largeBlob: input)))
            return signed.unsignedExtensionOutputs?["largeBlob"]
        }
        #expect(try await output(.write(compressed)) == ["written": true])
        #expect(
            try await output(.read)
                == ["blob": .bytes(compressed.bytes), "originalSize": .unsigned(compressed.originalSize)])
    }

    @Test("The profile lab speaks U2F with an attestation of its authority")
    func u2f() async throws {
        let device = try device(.lab { $0.overrides.counter = .constant(5) })
        let made = try await device.register()
        let certificate = try Certificate(der: made.certificate)
        #expect(try certificate.isIssued(by: LabBench.authority.get().certificate))
        #expect(try await device.authenticate(.sample(made.keyHandle)).counter == 5)
    }

    @Test("An RS1 key fits into its credential ID")
    func rs1() async throws {
        let device = try device()
        let made = try await make(.sample(algorithms: [.rs1]), on: device)
        let credential = try #require(try made.data.attestedCredentialData)
        let signed = try await device.get(.sample(allow: [credential.credentialID]))
        let key = try COSEKey(decoding: credential.credentialPublicKey, allowRS1: true)
        #expect(key.algorithm == .rs1)
        #expect(try key.verifyingKey().verify(signed.signature, of: signed.authenticatorData + Sample.hash))
    }
}
