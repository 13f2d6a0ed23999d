import ToqueCrypto

extension Certificate {
    /// `tcg-kp-AIKCertificate`, the purpose of attestation identity keys.
    package static let attestationIdentityKeyPurpose = "2.23.133.8.3"

    /// Checks the certificate requirements of TPM attestation (section 8.3.1).
    /// - Returns: the value of tPMManufacturer, which `TPMVendor` reads.
    public func checkTPMAttestation() throws(AttestationCertificateError) -> String {
        guard version == 3 else { throw .version(version) }
        guard subject.isEmpty else {
            throw .subject("expected none, the subject alternative name says which TPM it is")
        }
        let manufacturer = try tpmManufacturer()
        guard let purposes = try? extendedKeyUsage(), purposes.contains(Self.attestationIdentityKeyPurpose) else {
            throw .missingExtension("extended key usage of tcg-kp-AIKCertificate")
        }
        guard isAuthority == false else { throw .authority }
        return manufacturer
    }

    /// The subject alternative name has the TPM's manufacturer, model and version in a directory name (TCG EK
    /// Credential Profile section 3.2.9). It should be critical if the subject is empty. Real ones are not always, so
    /// both are accepted.
    private func tpmManufacturer() throws(AttestationCertificateError) -> String {
        let name = "subject alternative name"
        guard let names = try? subjectAlternativeDirectoryNames() else {
            throw .malformedExtension(name, "cannot be read")
        }
        func value(_ attribute: DistinguishedName.Attribute, _ what: String) throws(AttestationCertificateError)
            -> String
        {
            let values = names.flatMap { $0[attribute] }
            guard values.count == 1, let value = values.first, !value.isEmpty else {
                throw .malformedExtension(name, "does not name one \(what) of the TPM")
            }
            return value
        }
        _ = try value(.tpmModel, "model")
        _ = try value(.tpmVersion, "version")
        return try value(.tpmManufacturer, "manufacturer")
    }
}
