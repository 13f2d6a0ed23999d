import ToqueCrypto

enum Certificates {
    /// DER, or PEM if it begins like one.
    static func read(_ input: [UInt8]) {
        if input.starts(with: Array("-----".utf8)) {
            guard let certificates = try? Certificate.certificates(pem: input) else { return }
            for certificate in certificates { look(at: certificate) }
        } else if let certificate = try? Certificate(der: input) {
            look(at: certificate)
            // The reader accepts exactly one certificate.
            require(certificate.der == input)
        }
    }

    private static func look(at certificate: Certificate) {
        _ = (certificate.version, certificate.subject.description, certificate.issuer.description)
        _ = (certificate.notBefore, certificate.notAfter, certificate.keyUsage, certificate.isAuthority)
        _ = (certificate.serialNumber, certificate.signatureAlgorithm)
        _ = try? certificate.extendedKeyUsage()
        _ = try? certificate.subjectAlternativeDirectoryNames()
        _ = try? certificate.publicKey()
        _ = try? certificate.pem()
        _ = try? CertificatePath.validate(
            certificate, intermediates: [certificate], anchors: [certificate], at: 1_767_225_600)
        _ = try? CertificatePath.validate(certificate, intermediates: [certificate], anchors: [], at: 1_767_225_600)
    }
}
