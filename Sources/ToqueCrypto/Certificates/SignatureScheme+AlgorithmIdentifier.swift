extension SignatureScheme {
    /// The AlgorithmIdentifier of the scheme, in DER.
    var algorithmIdentifier: [UInt8] {
        get throws(CryptoError) {
            switch self {
            // RFC 5758 section 3.2: without parameters.
            case .ecdsa(let digest): DER.sequence(try DER.objectIdentifier(Self.ecdsa(digest)))
            // RFC 8410 section 3: without parameters.
            case .ed25519: DER.sequence(try DER.objectIdentifier("1.3.101.112"))
            case .ed448: DER.sequence(try DER.objectIdentifier("1.3.101.113"))
            // RFC 4055 section 5: with NULL.
            case .rsaPKCS1(let digest): DER.sequence(try DER.objectIdentifier(Self.rsaPKCS1(digest)), DER.null)
            case .rsaPSS(let digest): try Self.rsaPSS(digest)
            }
        }
    }

    private static func ecdsa(_ digest: DigestAlgorithm) -> String {
        switch digest {
        case .sha1: "1.2.840.10045.4.1"
        case .sha256: "1.2.840.10045.4.3.2"
        case .sha384: "1.2.840.10045.4.3.3"
        case .sha512: "1.2.840.10045.4.3.4"
        }
    }

    private static func rsaPKCS1(_ digest: DigestAlgorithm) -> String {
        switch digest {
        case .sha1: "1.2.840.113549.1.1.5"
        case .sha256: "1.2.840.113549.1.1.11"
        case .sha384: "1.2.840.113549.1.1.12"
        case .sha512: "1.2.840.113549.1.1.13"
        }
    }

    /// RFC 4055 section 3.1: the digest, MGF1 with the same digest, and a salt of the digest's length.
    private static func rsaPSS(_ digest: DigestAlgorithm) throws(CryptoError) -> [UInt8] {
        let identifier =
            switch digest {
            case .sha1: "1.3.14.3.2.26"
            case .sha256: "2.16.840.1.101.3.4.2.1"
            case .sha384: "2.16.840.1.101.3.4.2.2"
            case .sha512: "2.16.840.1.101.3.4.2.3"
            }
        let hash = DER.sequence(try DER.objectIdentifier(identifier), DER.null)
        let maskGeneration = DER.sequence(try DER.objectIdentifier("1.2.840.113549.1.1.8"), hash)
        return DER.sequence(
            try DER.objectIdentifier("1.2.840.113549.1.1.10"),
            DER.sequence(
                DER.explicit(0, hash), DER.explicit(1, maskGeneration),
                DER.explicit(2, DER.integer(UInt(digest.size)))))
    }
}
