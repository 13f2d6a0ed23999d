import RelyingParty
import ToqueCBOR
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

extension PixFault<PixRegistration> {
    /// All faults of a registration, in the order of the verdict table.
    static var all: [PixFault] {
        ofClientData + ofRegistration + ofAuthenticatorData + ofPublicKey + ofStatement + ofCertificate + ofFormat
            + ofTrust + ofDocument
    }

    /// True if a registration can use any key.
    @Sendable private static func takesAnyKey(_ registration: PixRegistration) -> Bool {
        !registration.attestation.kind.has(.readsCredentialKey)
    }

    private static var ofRegistration: [PixFault] {
        [
            PixFault("type-of-assertion", .typeMismatch, "the client data are an assertion's") {
                $0.clientData.type = CollectedClientData.Ceremony.get.rawValue
            },
            PixFault("object-cut-short", .malformedAttestationObject, "the attestation object is cut short") {
                $0.edits.attestationObject = { $0.removeLast() }
            },
            PixFault("object-trailing", .malformedAttestationObject, "a byte follows the attestation object") {
                $0.edits.attestationObject = { $0.append(0) }
            },
            PixFault("object-duplicate-key", .malformedAttestationObject, "the attestation object has fmt twice") {
                // Four entries, the last one again `"fmt": "none"`.
                $0.edits.attestationObject = {
                    $0[0] = 0xA4
                    $0 += CBOR.text("fmt").encoded + CBOR.text("none").encoded
                }
            },
            PixFault("object-indefinite", .malformedAttestationObject, "the attestation object is of indefinite length")
            {
                $0.edits.attestationObject = {
                    $0[0] = 0xBF
                    $0.append(0xFF)
                }
            },
            PixFault("object-another-member", .malformedAttestationObject, "the attestation object has a fourth member")
            {
                $0.edits.attestationObject = {
                    $0[0] = 0xA4
                    $0 += CBOR.text("epAtt").encoded + CBOR.bool(false).encoded
                }
            },
            PixFault(
                "without-credential", .attestedCredentialMissing, "AT is not set: there is no credential",
                where: takesAnyKey
            ) { $0.authenticatorData.attestedCredentialData = nil },
            PixFault("algorithm-not-offered", .algorithmNotAllowed, "the options offer another algorithm alone") {
                let other: COSEAlgorithm = $0.attestation.credentialKey.algorithm == .es384 ? .es512 : .es384
                $0.options.set("pubKeyCredParams", .pubKeyCredParams([other]))
            },
            PixFault("other-credential-id", .credentialIDMismatch, "the response's id is another credential's") {
                $0.credentialID = [UInt8](repeating: 0, count: 32)
            },
            PixFault("credential-id-too-long", .credentialIDTooLong, "the credential ID has 1024 bytes") {
                let id = [UInt8](repeating: 0xA5, count: 1024)
                $0.authenticatorData.attestedCredentialData?.credentialID = id
                $0.credentialID = id
            },
            PixFault(
                "credential-id-longer-than-allowed", .credentialIDTooLong,
                "the credential ID is longer than the policy allows"
            ) { $0.policy.maximumCredentialIDLength = 16 },
            PixFault("credential-registered", .credentialAlreadyRegistered, "the credential ID is registered already") {
                $0.policy.knownCredentialIDs = [$0.credentialID]
            },
        ]
    }

    // MARK: Step 20, the credential public key

    private static var ofPublicKey: [PixFault] {
        [
            ofPublicKey("key-off-the-curve", "the public key is a point off the curve") { key in
                guard var y = key[-3]?.bytesValue, !y.isEmpty else { return }
                y[y.count - 1] ^= 1
                key[-3] = .bytes(y)
            },
            ofPublicKey("key-compressed", "the public key is a compressed point") { $0[-3] = true },
            ofPublicKey("key-optional-member", "the public key names operations, which are optional") { $0[4] = [2] },
            ofPublicKey("key-of-another-curve", "the public key is for ES384 and on P-256") { $0[3] = -35 },
            ofPublicKey("key-without-algorithm", "the public key has no alg") { $0[3] = nil },
            PixFault(
                "algorithm-unsupported", .algorithmUnsupported, "the public key's algorithm, -260, is no one's here",
                where: takesAnyKey
            ) {
                $0.changeKey { $0[3] = -260 }
                $0.options.set("pubKeyCredParams", .pubKeyCredParams([.init(rawValue: -260)]))
            },
            PixFault(
                "key-of-rs1", .algorithmNotAllowed,
                "RS1 is offered, which a TPM's key alone may be for, by leave of the policy",
                where: takesAnyKey
            ) {
                $0.changeKey { $0[3] = .int(COSEAlgorithm.rs1.rawValue) }
                $0.options.set("pubKeyCredParams", .pubKeyCredParams([.rs1]))
            },
        ]
    }

    /// Faults of an elliptic curve's key.
    private static func ofPublicKey(
        _ name: String, _ reason: String, _ change: @escaping @Sendable (inout CBORMap) -> Void
    ) -> PixFault {
        PixFault(
            name, .malformedPublicKey, reason,
            where: { takesAnyKey($0) && $0.attestation.credentialKey.algorithm == .es256 }
        ) { $0.changeKey(change) }
    }
}

extension PixRegistration {
    /// Changes the credential public key, in canonical form.
    fileprivate mutating func changeKey(_ change: (inout CBORMap) -> Void) {
        guard let key = authenticatorData.attestedCredentialData?.credentialPublicKey,
            var map = (try? CBOR(decoding: key))?.mapValue
        else { return }
        change(&map)
        authenticatorData.attestedCredentialData?.credentialPublicKey = CBOR.map(map).encoded
    }
}
