import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension AttestationAuthority {
    /// The statement of a format for a new credential. All certificates lead to this authority's.
    /// - Parameters:
    ///   - format: `none` gives the empty statement, and so does a format that this library does not know.
    ///   - material: what is attested.
    ///   - key: the credential's own, for an algorithm that the format attests.
    ///   - now: when SafetyNet is taken to have looked at the device.
    /// - Throws: `AuthenticatorDataError` where there is no credential, `AttestationIdentityError`, `COSEError` and
    ///   `CryptoError` where the format cannot attest it.
    public func statement(
        _ format: AttestationFormat, attesting material: AttestedMaterial, of key: some StatementSigner,
        now: Timestamp
    ) throws -> AttestationStatement {
        guard let aaguid = material.authenticatorData.attestedCredentialData?.aaguid else {
            throw AuthenticatorDataError("holds no credential")
        }
        switch format {
        case .packed:
            let attestation = try certifiedKey(for: format, aaguid: aaguid)
            return .packed(
                try PackedStatement(
                    attesting: material, with: attestation.signer, x5c: [attestation.certificate]))
        case .fidoU2F:
            let attestation = try certifiedKey(for: format, aaguid: aaguid)
            return .fidoU2F(
                try FIDOU2FStatement(
                    attesting: material, with: attestation.signer, certificate: attestation.certificate))
        case .tpm:
            let attestation = try certifiedKey(for: format, aaguid: aaguid)
            return .tpm(
                try TPMStatement(
                    attesting: material, with: attestation.signer, x5c: [attestation.certificate],
                    objectAttributes: TPMStatement.sign,
                    clockInfo: .init(clock: 1, resetCount: 2, restartCount: 3, safe: 1)))
        case .androidKey:
            var statement = try AndroidKeyStatement(
                attesting: material, with: key, by: self, certificate: leaf(of: key, attesting: material),
                description: .inTrustedEnvironment)
            // An Android keystore gives the whole chain.
            statement.x5c.append(certificate.der)
            return .androidKey(statement)
        case .androidSafetyNet:
            let attestation = try certifiedKey(for: format, aaguid: aaguid)
            return .androidSafetyNet(
                try AndroidSafetyNetStatement(
                    attesting: material, with: attestation.signer, x5c: [attestation.certificate],
                    device: .init(time: now)))
        case .apple:
            return .apple(
                try AppleStatement(
                    attesting: material, by: self, certificate: leaf(of: key, attesting: material)))
        case .compound:
            // Two that attest any algorithm.
            return .compound(
                CompoundStatement(
                    statements: try [.packed, .androidKey].map {
                        try statement($0, attesting: material, of: key, now: now)
                    }))
        default: return .none
        }
    }
}
