/// The names of object identifiers in credentials and their certificates.
enum ObjectIdentifiers {
    static func name(of dotted: String) -> String? { names[dotted] }

    /// `id-ecPublicKey (1.2.840.10045.2.1)`, or only the numbers.
    static func describe(_ dotted: String) -> String { name(of: dotted).map { "\($0) (\(dotted))" } ?? dotted }

    private static let names: [String: String] = [
        // Keys, curves and signatures (RFC 3279, RFC 5480, RFC 8410, RFC 4055)
        "1.2.840.10045.2.1": "id-ecPublicKey", "1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384",
        "1.3.132.0.35": "P-521", "1.3.132.0.10": "secp256k1", "1.2.840.113549.1.1.1": "rsaEncryption",
        "1.3.101.112": "Ed25519", "1.3.101.113": "Ed448", "1.2.840.10045.4.1": "ecdsa-with-SHA1",
        "1.2.840.10045.4.3.2": "ecdsa-with-SHA256", "1.2.840.10045.4.3.3": "ecdsa-with-SHA384",
        "1.2.840.10045.4.3.4": "ecdsa-with-SHA512", "1.2.840.113549.1.1.5": "sha1WithRSAEncryption",
        "1.2.840.113549.1.1.10": "RSASSA-PSS", "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
        "1.2.840.113549.1.1.12": "sha384WithRSAEncryption", "1.2.840.113549.1.1.13": "sha512WithRSAEncryption",
        // Names (X.520, RFC 4519, TCG EK Credential Profile)
        "2.5.4.3": "CN", "2.5.4.5": "SERIALNUMBER", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.10": "O",
        "2.5.4.11": "OU", "2.5.4.12": "T", "1.2.840.113549.1.9.1": "E", "0.9.2342.19200300.100.1.25": "DC",
        "2.23.133.2.1": "tPMManufacturer", "2.23.133.2.2": "tPMModel", "2.23.133.2.3": "tPMVersion",
        // Extensions (RFC 5280 section 4.2)
        "2.5.29.9": "subjectDirectoryAttributes", "2.5.29.14": "subjectKeyIdentifier", "2.5.29.15": "keyUsage",
        "2.5.29.17": "subjectAltName", "2.5.29.18": "issuerAltName", "2.5.29.19": "basicConstraints",
        "2.5.29.30": "nameConstraints", "2.5.29.31": "cRLDistributionPoints", "2.5.29.32": "certificatePolicies",
        "2.5.29.32.0": "anyPolicy", "2.5.29.35": "authorityKeyIdentifier", "2.5.29.37": "extKeyUsage",
        "1.3.6.1.5.5.7.1.1": "authorityInfoAccess", "1.3.6.1.5.5.7.2.1": "id-qt-cps",
        "1.3.6.1.5.5.7.2.2": "id-qt-unotice", "1.3.6.1.5.5.7.48.1": "OCSP", "1.3.6.1.5.5.7.48.2": "caIssuers",
        // Extended key usages
        "1.3.6.1.5.5.7.3.1": "serverAuth", "1.3.6.1.5.5.7.3.2": "clientAuth", "2.23.133.8.1": "tcg-kp-EKCertificate",
        "2.23.133.8.3": "tcg-kp-AIKCertificate", "1.3.6.1.4.1.311.21.36": "Microsoft key attestation",
        // Attestation (WebAuthn section 8, FIDO, Yubico)
        "1.3.6.1.4.1.45724.1.1.4": "id-fido-gen-ce-aaguid", "1.3.6.1.4.1.45724.1.1.2": "id-fido-gen-ce-sernum",
        "1.3.6.1.4.1.45724.1.1.5": "id-fido-gen-ce-fw-version",
        "1.3.6.1.4.1.45724.2.1.1": "id-fido-u2f-ce-transports", "1.2.840.113635.100.8.2": "Apple nonce",
        "1.3.6.1.4.1.11129.2.1.17": "Android KeyDescription", "1.3.6.1.4.1.41482.1.1": "Yubico U2F device 1",
        "1.3.6.1.4.1.41482.1.2": "Yubico U2F device 2", "1.3.6.1.4.1.41482.2": "Yubico device",
        "1.3.6.1.4.1.41482.12": "Yubico FIPS",
    ]
}
