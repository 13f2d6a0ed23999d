import CLibCrypto

/// A public key, ready to verify.
public final class VerifyingKey: @unchecked Sendable {
    // Sendable: an EVP_PKEY does not change after creation.
    private let key: OpaquePointer
    private let kind: Kind

    private enum Kind { case ec, ed25519, ed448, rsa }

    /// Imports a key.
    /// - Throws: `invalidKey` for a coordinate of another length than the curve's, a point off the curve or of small
    ///   order, a modulus outside 2048...8192 bits, an exponent that is even or below 3.
    public init(_ parameters: PublicKeyParameters) throws(CryptoError) {
        let pointer: OpaquePointer?
        switch parameters {
        case .ec(let curve, let x, let y):
            guard x.count == curve.size, y.count == curve.size else {
                throw .invalidKey("coordinates of \(x.count) and \(y.count) bytes, expected \(curve.size)")
            }
            let point = [4] + x + y
            pointer = toque_ec_public_key(curve.parameters, point, point.count)
            kind = .ec
        case .ed25519(let bytes):
            pointer = try Self.edwardsKey(.ed25519, bytes)
            kind = .ed25519
        case .ed448(let bytes):
            pointer = try Self.edwardsKey(.ed448, bytes)
            kind = .ed448
        case .rsa(let modulus, let exponent):
            try Self.checkRSA(modulus: modulus, exponent: exponent)
            pointer = toque_rsa_public_key(modulus, modulus.count, exponent, exponent.count)
            kind = .rsa
        }
        guard let pointer else {
            ERR_clear_error()
            throw .invalidKey("the point is not on the curve, or the numbers make no key")
        }
        key = pointer
    }

    deinit { EVP_PKEY_free(key) }

    private static func edwardsKey(_ curve: EdwardsCurve, _ bytes: [UInt8]) throws(CryptoError) -> OpaquePointer? {
        guard bytes.count == curve.size else {
            throw .invalidKey("\(bytes.count) bytes, expected \(curve.size)")
        }
        guard curve.isPublicKey(bytes) else { throw .invalidKey("the point is not reduced, or of small order") }
        return EVP_PKEY_new_raw_public_key(curve.nid, nil, bytes, bytes.count)
    }

    private static func checkRSA(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        guard let first = modulus.first, first != 0, let last = modulus.last, last & 1 == 1 else {
            throw .invalidKey("the modulus is even or starts with a zero byte")
        }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard (2048...8192).contains(bits) else {
            throw .invalidKey("a modulus of \(bits) bits, expected 2048 to 8192")
        }
        guard let first = exponent.first, first != 0, let last = exponent.last, last & 1 == 1,
            exponent.count <= 8, exponent != [1]
        else { throw .invalidKey("the exponent is not an odd number from 3 to 2^64") }
    }

    /// True if this key made the signature of the message. False for a malformed signature, and for a scheme that does
    /// not fit the key.
    public func verify(_ signature: [UInt8], of message: [UInt8], scheme: SignatureScheme) -> Bool {
        let digest: DigestAlgorithm?
        var isPSS = false
        switch (scheme, kind) {
        case (.ecdsa(let algorithm), .ec): digest = algorithm
        case (.ed25519, .ed25519), (.ed448, .ed448): digest = nil
        case (.rsaPKCS1(let algorithm), .rsa): digest = algorithm
        case (.rsaPSS(let algorithm), .rsa): (digest, isPSS) = (algorithm, true)
        default: return false
        }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        var keyContext: OpaquePointer?
        let valid =
            EVP_DigestVerifyInit(context, &keyContext, digest?.function, nil, key) == 1
            // PKCS #1 v1.5 is the default padding.
            && (!isPSS || toque_rsa_padding(keyContext, 1) == 1)
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        if !valid { ERR_clear_error() }
        return valid
    }

    /// The key as DER SubjectPublicKeyInfo (RFC 5280), the form of WebAuthn's `getPublicKey()`.
    public func subjectPublicKeyInfo() throws(CryptoError) -> [UInt8] {
        try derBytes("a public key") { i2d_PUBKEY(key, &$0) }
    }
}
