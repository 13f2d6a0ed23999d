import CLibCrypto

/// Diffie-Hellman on an elliptic curve (NIST SP 800-56A section 5.7.1.2).
public enum ECDH {
    /// The x-coordinate of the shared point, as long as the curve's field.
    /// - Parameters:
    ///   - scalar: a private key of the curve: see `KeyPair`.
    ///   - x, y: the other side's public key.
    /// - Throws: `invalidKey` if the scalar is invalid or the coordinates are not a point of the curve.
    public static func sharedSecret(
        _ curve: EllipticCurve, scalar: borrowing SecretBytes, x: [UInt8], y: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        guard scalar.count == curve.size, try curve.isPrivateScalar(scalar) else {
            throw .invalidKey("the private scalar is not \(curve.size) bytes in 1..<n")
        }
        guard x.count == curve.size, y.count == curve.size else {
            throw .invalidKey("a coordinate is not \(curve.size) bytes")
        }
        guard let point = EC_POINT_new(curve.group), let key = EC_KEY_new() else { throw .library("key agreement") }
        defer {
            EC_POINT_clear_free(point)
            EC_KEY_free(key)
        }
        // Refuses coordinates out of range and points off the curve. Infinity has no such form.
        let encoded = [4] + x + y
        guard EC_POINT_oct2point(curve.group, point, encoded, encoded.count, nil) == 1 else {
            ERR_clear_error()
            throw .invalidKey("the coordinates are not a point of \(curve.name)")
        }
        return try SecretBytes(count: curve.size) { (output) throws(CryptoError) in
            let ok =
                EC_KEY_set_group(key, curve.group) == 1
                && scalar.withUnsafeBytes {
                    EC_KEY_oct2priv(key, $0.bindMemory(to: UInt8.self).baseAddress, $0.count) == 1
                }
                && ECDH_compute_key(output.baseAddress, output.count, point, key, nil) == Int32(output.count)
            guard ok else { throw .library("key agreement") }
        }
    }
}
