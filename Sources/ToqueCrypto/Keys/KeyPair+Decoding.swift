import CLibCrypto

extension KeyPair {
    /// Reads an EC private key from a file: PKCS #8 (RFC 5958) or SEC 1 (RFC 5915), PEM or DER, not encrypted.
    /// - Throws: `invalidKey` for anything else, `unsupported` for a curve that this library does not know.
    public init(decodingEC encoded: borrowing SecretBytes) throws(CryptoError) {
        let key = Self.decoded(encoded)
        // Without a passphrase callback, OpenSSL refuses an encrypted key and prompts nobody.
        guard let key else {
            ERR_clear_error()
            throw .invalidKey("found no EC private key, or an encrypted one; expected PKCS #8 or SEC 1 in PEM or DER")
        }
        defer { EVP_PKEY_free(key) }
        let curve = try EllipticCurve(evp: key)
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1, let number else {
            ERR_clear_error()
            throw .invalidKey("found a public key, expected a private one")
        }
        defer { BN_clear_free(number) }
        let scalar = try SecretBytes(count: curve.size) { buffer throws(CryptoError) in
            let bytes = buffer.bindMemory(to: UInt8.self).baseAddress
            guard BN_bn2binpad(number, bytes, Int32(buffer.count)) == buffer.count else {
                throw .library("reading a key")
            }
        }
        try self.init(type: .ec(curve), secret: scalar)
    }

    private static func decoded(_ encoded: borrowing SecretBytes) -> OpaquePointer? {
        var key: OpaquePointer?
        let context = OSSL_DECODER_CTX_new_for_pkey(&key, nil, nil, "EC", toque_pkey_keypair, nil, nil)
        defer { OSSL_DECODER_CTX_free(context) }
        return encoded.withUnsafeBytes { bytes in
            var start = bytes.bindMemory(to: UInt8.self).baseAddress
            var count = bytes.count
            return OSSL_DECODER_from_data(context, &start, &count) == 1 ? key : nil
        }
    }
}
