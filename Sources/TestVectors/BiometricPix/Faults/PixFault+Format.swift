import Attestation
import RelyingParty
import ToqueCBOR
import ToqueCrypto
import ToqueEncoding

extension PixFault<PixRegistration> {
    /// Faults of single attestation formats: sections 8.3 to 8.8.
    static var ofFormat: [PixFault] {
        [
            PixFault(
                "other-nonce", .attestationNonceMismatch, "the statement was made for other client data",
                where: { $0.attestation.kind.has(.nonce) }
            ) {
                $0.attestation.attested = { $0.clientDataHash = Digest.sha256("other client data") }
            },
            PixFault(
                "other-key", .attestationKeyMismatch, "the certificate is another key's",
                where: { $0.attestation.kind.has(.certifiesCredentialKey) }
            ) {
                let other = $0.attestation.authority.key
                $0.attestation.key = other
                $0.attestation.certificate?.publicKey = other.publicKey
            },
            PixFault(
                "tpm-other-key", .attestationKeyMismatch, "pubArea is another key's",
                where: { $0.attestation.kind == .tpm }
            ) {
                let area =
                    TPMPublicArea(
                        $0.attestation.key.publicKey, objectAttributes: TPMStatement.sign)?.encoded ?? []
                $0.changeStatement { $0["pubArea"] = .bytes(area) }
            },
            PixFault(
                "tpm-other-name", .attestationKeyMismatch, "certInfo certifies a key of another name than pubArea's",
                where: { $0.attestation.kind == .tpm }
            ) {
                let area =
                    TPMPublicArea(
                        $0.attestation.credentialKey.publicKey, objectAttributes: TPMStatement.sign | 1 << 6)?.encoded
                    ?? []
                $0.changeStatement { $0["pubArea"] = .bytes(area) }
            },
            PixFault(
                "tpm-other-magic", .malformedAttestationStatement, "certInfo does not say that a TPM made it",
                where: { $0.attestation.kind == .tpm }
            ) {
                $0.changeStatement { statement in
                    guard var certInfo = statement["certInfo"]?.bytesValue else { return }
                    certInfo[0] ^= 0xFF
                    statement["certInfo"] = .bytes(certInfo)
                }
            },
            PixFault(
                "tpm-signs-by-sha1", .attestationAlgorithmNotAllowed, "the TPM signs by RS1, whose SHA-1 can be forged",
                where: { $0.attestation.kind == .tpm }, unless: { $0.allowRS1 = true }
            ) {
                $0.attestation.key = $0.attestation.authorities.sha1Key
                $0.attestation.certificate?.publicKey = $0.attestation.key.publicKey
            },
            PixFault(
                "tpm-of-version-1", .malformedAttestationStatement, "ver is that of TPM 1.2",
                where: { $0.attestation.kind == .tpm }
            ) { $0.changeStatement { $0["ver"] = "1.2" } },
            PixFault(
                "tpm-other-vendor", .tpmVendorNotRegistered, "the TPM's manufacturer is not registered with the TCG",
                where: { [.tpm, .compound].contains($0.attestation.kind) }, unless: { $0.tpmVendors = .any }
            ) {
                let device = try CertificateExtension.tpmDevice(
                    manufacturer: "id:00000000", model: "Example", version: "id:00010002")
                $0.attestation.certificate?.replace(device)
            },
            ofAndroidKey("android-key-of-all-applications", "any application may use the key") {
                $0.softwareEnforced.allApplications = true
            },
            ofAndroidKey("android-key-imported", "the key was not generated in the device") {
                $0.hardwareEnforced.origin = .init(rawValue: 2)
            },
            ofAndroidKey("android-key-for-more", "the key may decrypt too") {
                $0.hardwareEnforced.purposes.insert(.init(rawValue: 1))
            },
            ofAndroidKey(
                "android-key-silent", "the authorization lists name neither origin nor purpose",
                unless: { $0.androidKeyAuthorizations = .optional }
            ) { $0.hardwareEnforced = .init() },
            PixFault(
                "safetynet-signature-changed", .badAttestationSignature,
                "a character of the JWS's signature is another",
                where: { $0.attestation.kind == .androidSafetyNet }
            ) {
                $0.changeStatement { statement in
                    guard var response = statement["response"]?.bytesValue else { return }
                    // The tenth character from the end is in the signature, where any character is possible.
                    let index = response.count - 10
                    response[index] = response[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
                    statement["response"] = .bytes(response)
                }
            },
            PixFault(
                "safetynet-without-integrity", .safetyNetIntegrityFailed, "ctsProfileMatch is false",
                where: { $0.attestation.kind == .androidSafetyNet }
            ) { $0.attestation.device.ctsProfileMatch = false },
            PixFault(
                "safetynet-too-old", .safetyNetExpired, "the SafetyNet response is an hour old",
                where: { $0.attestation.kind == .androidSafetyNet }, unless: { $0.safetyNetMaxAge = nil }
            ) { $0.attestation.device.time = PixSetting.time + .seconds(-3600) },
            PixFault(
                "safetynet-of-the-future", .safetyNetExpired, "the SafetyNet response is of an hour later",
                where: { $0.attestation.kind == .androidSafetyNet }, unless: { $0.safetyNetMaxAge = nil }
            ) { $0.attestation.device.time = PixSetting.time + .seconds(3600) },
        ]
    }

    private static func ofAndroidKey(
        _ name: String, _ reason: String, unless exception: (@Sendable (inout VerificationPolicy) -> Void)? = nil,
        _ change: @escaping @Sendable (inout AndroidKeyDescription) -> Void
    ) -> PixFault {
        PixFault(
            name, .androidKeyNotAuthorized, reason, where: { $0.attestation.kind == .androidKey }, unless: exception
        ) { change(&$0.attestation.description) }
    }
}
