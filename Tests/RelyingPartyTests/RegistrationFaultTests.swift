import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Registrations broken in one way")
struct RegistrationFaultTests {
    static let faults = clientDataFaults + otherFaults

    private static let otherFaults: [Fault<RegistrationDraft>] = [
        // Attestation object and authenticator data
        .init("attestation object is no CBOR", .malformedAttestationObject) {
            $0.changeCeremony = { $0.response.attestationObject = [0xFF] }
        },
        .init("attestation object has trailing bytes", .malformedAttestationObject) {
            $0.changeCeremony = { $0.response.attestationObject.append(0) }
        },
        .init("attestation object of more than 64 KiB", .malformedAttestationObject) {
            $0.changeObject = { $0.statement = ["sig": .bytes([UInt8](repeating: 0, count: 64 << 10))] }
        },
        .init("attestation object nested nine deep", .malformedAttestationObject) {
            $0.changeObject = {
                $0.statement = ["x": (0..<7).reduce(1) { inner, _ in .array([inner]) }]
            }
        },
        .init("attestation object with a member twice", .malformedAttestationObject) {
            $0.changeCeremony = {
                $0.response.attestationObject[0] += 1
                $0.response.attestationObject += CBOR.text("fmt").encoded + CBOR.text("none").encoded
            }
        },
        .init("attestation object with one member more", .malformedAttestationObject) {
            $0.changeCeremony = {
                $0.response.attestationObject[0] += 1
                $0.response.attestationObject += CBOR.text("epAtt").encoded + CBOR.bool(false).encoded
            }
        },
        .init("attestation object of indefinite length", .malformedAttestationObject) {
            $0.changeCeremony = {
                $0.response.attestationObject[0] = 0xBF
                $0.response.attestationObject.append(0xFF)
            }
        },
        .init("attestation object is empty", .malformedAttestationObject) {
            $0.changeCeremony = { $0.response.attestationObject = [] }
        },
        .init("authenticator data cut short", .malformedAuthenticatorData) {
            $0.changeObject = { $0.authenticatorData.removeLast(3) }
        },
        .init("authenticator data with trailing bytes", .malformedAuthenticatorData) {
            $0.changeObject = { $0.authenticatorData += [0, 0] }
        },
        .init("ED without extensions", .malformedAuthenticatorData) {
            $0.changeObject = { $0.authenticatorData[32] |= 0x80 }
        },
        .init("extensions out of order", .malformedAuthenticatorData) {
            $0.changeObject = {
                $0.authenticatorData[32] |= 0x80
                $0.authenticatorData += [0xA2] + CBOR.text("b").encoded + [0xF5] + CBOR.text("a").encoded + [0xF5]
            }
        },
        .init("extensions that are no map", .malformedAuthenticatorData) {
            $0.changeObject = {
                $0.authenticatorData[32] |= 0x80
                $0.authenticatorData.append(0x80)
            }
        },
        .init("extensions that ED does not announce", .malformedAuthenticatorData) {
            $0.changeObject = { $0.authenticatorData += [0xA0] }
        },
        .init("credential that AT does not announce", .malformedAuthenticatorData) {
            $0.changeObject = { $0.authenticatorData[32] &= ~0x40 }
        },
        .init("empty credential ID", .malformedAuthenticatorData) {
            $0.data.attestedCredentialData?.credentialID = []
        },
        .init("no credential", .attestedCredentialMissing) {
            $0.data.attestedCredentialData = nil
            $0.data.flags.remove(.attestedCredentialData)
        },
        .init("hash of another RP ID", .rpIDHashMismatch) { $0.data.rpIDHash = Digest.sha256("example.com") },
        .init("UP not set", .userNotPresent) { $0.data.flags.remove(.userPresent) },
        .init("UP not set, mediation of another kind", .userNotPresent) {
            $0.mediation = .required
            $0.data.flags.remove(.userPresent)
        },
        .init("UV not set, conditional creation", .userNotVerified) {
            $0.mediation = .conditional
            $0.data.flags = []
            $0.options.authenticatorSelection.userVerification = .required
        },
        .init("UV not set, options require it", .userNotVerified) {
            $0.data.flags.remove(.userVerified)
            $0.options.authenticatorSelection.userVerification = .required
        },
        .init(
            "UV not set, policy requires it", .userNotVerified,
            policy: .expected { $0.userVerification = .required }
        ) { $0.data.flags.remove(.userVerified) },
        .init("BS without BE", .invalidBackupFlags) { $0.data.flags.insert(.backupState) },

        // Key
        .init("key is not canonical", .malformedAuthenticatorData) {
            // {1: 2, ...} with the key 1 in two bytes.
            $0.data.attestedCredentialData?.credentialPublicKey.replaceSubrange(1...1, with: [0x18, 0x01])
        },
        .init("key with an optional member", .malformedPublicKey) {
            var map = $0.credential.publicKey.cbor.mapValue ?? CBORMap()
            map[2] = .bytes([1])
            $0.data.attestedCredentialData?.credentialPublicKey = CBOR.map(map).encoded
        },
        .init("point off the curve", .malformedPublicKey) {
            let count = $0.data.attestedCredentialData?.credentialPublicKey.count ?? 0
            $0.data.attestedCredentialData?.credentialPublicKey[count - 1] ^= 1
        },
        .init("y that is of no point of Ed25519", .malformedPublicKey) {
            let key: CBOR = [1: 1, 3: -8, -1: 6, -2: .bytes([2] + [UInt8](repeating: 0, count: 31))]
            $0.data.attestedCredentialData?.credentialPublicKey = key.encoded
        },
        .init("algorithm that was not offered", .algorithmNotAllowed) {
            $0.options.pubKeyCredParams = [.rs256, .edDSA]
        },
        .init("unknown algorithm that was not offered", .algorithmNotAllowed) { $0.setKeyAlgorithm(-48) },
        .init("unknown algorithm that was offered", .algorithmUnsupported) {
            $0.options.pubKeyCredParams.append(COSEAlgorithm(rawValue: -48))
            $0.setKeyAlgorithm(-48)
        },

        // Attestation
        .init("unknown format", .attestationFormatUnsupported) {
            $0.changeObject = { $0.format = AttestationFormat(rawValue: "Packed") }
        },
        .init(
            "format that the policy does not list", .attestationFormatNotAllowed,
            policy: .expected { $0.allowedFormats = [.none, .tpm] }
        ) { _ in },
        .init("none with members", .malformedAttestationStatement) { $0.changeObject = { $0.format = .none } },
        .init("packed without alg", .malformedAttestationStatement) {
            $0.changeObject = { $0.statement = ["sig": [1]] }
        },
        .init("packed with an empty x5c", .malformedAttestationStatement) { $0.x5c = [] },
        .init("packed with what is no certificate", .malformedAttestationStatement) { $0.x5c = [[0x30, 0x00]] },
        .init("packed with a second certificate that is none", .malformedAttestationStatement) {
            $0.certify()
            $0.x5c?.append([0x30, 0x00])
        },
        .init("packed with certificates of nobody", .attestationNotTrusted) { $0.certify() },
        .init(
            "packed with certificates of another authority", .attestationNotTrusted, policy: .trusting("Another CA")
        ) {
            $0.certify()
        },
        .init(
            "packed with a certificate that has expired", .attestationCertificateExpired,
            policy: .trusting("Example CA")
        ) { $0.certify { $0.notAfter = 1_700_000_000 } },
        .init(
            "packed with a certificate that is not yet valid", .attestationCertificateExpired,
            policy: .trusting("Example CA")
        ) { $0.certify { $0.notBefore = 1_900_000_000 } },
        .init(
            "certificates are not accepted", .attestationTypeNotAllowed,
            policy: .expected {
                $0.attestationTypes = [.none, .self]
                $0.untrustedAttestation = .report
            }
        ) { $0.certify() },
        .init("signature of the credential, not of the certificate", .badAttestationSignature) {
            $0.certify()
            $0.attestationKey = nil
        },
        .init("alg of another key than the certificate's", .attestationAlgorithmMismatch) {
            $0.certify()
            $0.statementAlgorithm = .es384
        },
        .init("alg that is not known, with a certificate", .algorithmUnsupported) {
            $0.certify()
            $0.statementAlgorithm = COSEAlgorithm(rawValue: -48)
        },
        .init("certificate of an authority", .attestationCertificateInvalid) {
            $0.certify { $0.extensions = [.basicConstraints(isAuthority: true)] }
        },
        .init("certificate without basic constraints", .attestationCertificateInvalid) {
            $0.certify { $0.extensions = [] }
        },
        .init("certificate for something else", .attestationCertificateInvalid) {
            $0.certify { $0.subject.entries.removeAll { $0.attribute == .organizationalUnit } }
        },
        .init("certificate of another model", .attestationAAGUIDMismatch) {
            $0.certify {
                $0.extensions.append(
                    CertificateExtension(
                        identifier: "1.3.6.1.4.1.45724.1.1.4", value: [4, 16] + [UInt8](repeating: 7, count: 16)))
            }
        },
        .init("alg of another key", .attestationAlgorithmMismatch) { $0.statementAlgorithm = .es384 },
        .init("signature over other authenticator data", .badAttestationSignature) {
            $0.changeObject = { $0.authenticatorData[36] ^= 1 }
        },
        .init("signature over other client data", .badAttestationSignature) {
            // White space between members does not change the values.
            $0.changeCeremony = { $0.response.clientDataJSON.insert(0x20, at: 1) }
        },
        .init("signature of another key", .badAttestationSignature) {
            $0.setOtherPublicKey()
        },
        .init(
            "self attestation is not accepted", .attestationTypeNotAllowed,
            policy: .expected {
                $0.attestationTypes = [.none]
            }
        ) { _ in },
        .init(
            "no attestation is not accepted", .attestationTypeNotAllowed,
            policy: .expected {
                $0.attestationTypes = [.self]
            }
        ) { $0.format = .none },

        // Credential ID
        .init("another credential ID in the response", .credentialIDMismatch) {
            $0.changeCeremony = { $0.response.credentialID[0] ^= 1 }
        },
        .init("credential ID of 1024 bytes", .credentialIDTooLong) {
            $0.data.attestedCredentialData?.credentialID = [UInt8](repeating: 7, count: 1024)
        },
        .init(
            "credential ID longer than the policy allows", .credentialIDTooLong,
            policy: .expected { $0.maximumCredentialIDLength = 31 }
        ) { _ in },
        .init(
            "known credential ID", .credentialAlreadyRegistered,
            policy: .expected { $0.knownCredentialIDs = [[UInt8](repeating: 7, count: 16)] }
        ) { $0.data.attestedCredentialData?.credentialID = [UInt8](repeating: 7, count: 16) },

        // Extensions
        .init(
            "unsolicited client extension output", .extensionNotRequested,
            policy: .expected { $0.unsolicitedExtensions = .reject }
        ) {
            $0.changeCeremony = { $0.response.clientExtensionResults = ["credProps": ["rk": true]] }
        },
        .init(
            "unsolicited authenticator extension output", .extensionNotRequested,
            policy: .expected { $0.unsolicitedExtensions = .reject }
        ) {
            $0.data.extensions = CBORMap([("credProtect", 2)])
            $0.data.flags.insert(.extensionData)
        },
    ]

    @Test("A registration with one fault is refused with the fault's code", arguments: faults)
    func isRefusedWithItsCode(_ fault: Fault<RegistrationDraft>) throws {
        var draft = try RegistrationDraft()
        let relyingParty = RelyingParty(policy: fault.policy)
        fault.apply(&draft)
        let verdict = relyingParty.verify(try draft.ceremony())
        fault.expect(verdict)
    }
}

extension VerificationPolicy {
    /// With the root of that name as its anchor, in November 2023.
    fileprivate static func trusting(_ commonName: String) -> VerificationPolicy {
        .expected {
            $0.trustAnchors = TrustAnchors([try? TestAuthority(commonName).certificate].compactMap(\.self))
            $0.time = Timestamp(microseconds: 1_700_000_001_000_000)
        }
    }
}

extension RegistrationDraft {
    fileprivate mutating func setKeyAlgorithm(_ number: Int) {
        var map = credential.publicKey.cbor.mapValue ?? CBORMap()
        map[3] = .int(number)
        data.attestedCredentialData?.credentialPublicKey = CBOR.map(map).encoded
    }

    /// Another person's valid ES256 key.
    fileprivate mutating func setOtherPublicKey() {
        guard let pair = try? KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "other")),
            let key = try? COSEKey(algorithm: .es256, parameters: pair.publicKey)
        else { return }
        data.attestedCredentialData?.credentialPublicKey = key.encoded
    }
}
