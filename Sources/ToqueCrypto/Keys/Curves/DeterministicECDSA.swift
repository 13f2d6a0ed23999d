import CLibCrypto

/// ECDSA with nonces of RFC 6979. OpenSSL 3.0 has no parameter for it, so k comes from HMAC-DRBG, r and the inverse of
/// k from OpenSSL's big numbers, and the signature from ECDSA_do_sign_ex.
struct DeterministicECDSA {
    let curve: EllipticCurve
    let digest: DigestAlgorithm

    /// Signs a digest with an EC_KEY, whose scalar is passed separately. The result is DER.
    func sign(
        _ hash: [UInt8], key: OpaquePointer, scalar: borrowing SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        guard let context = BN_CTX_secure_new(), let order = EC_GROUP_get0_order(curve.group) else {
            throw .library("signing")
        }
        defer { BN_CTX_free(context) }
        // RFC 6979 section 3.2: the DRBG starts from int2octets(x) and bits2octets(H(m)).
        let hashOctets = try reduced(hash, order: order, context: context)
        let seed = SecretBytes(count: scalar.count + hashOctets.count) { buffer in
            scalar.withUnsafeBytes { buffer.copyMemory(from: $0) }
            buffer[scalar.count...].copyBytes(from: hashOctets)
        }
        var generator = HMACDRBG(digest, seed: seed)
        while true {
            let candidate = SecretBytes(count: curve.size) { generator.fill($0) }
            let k = try leftmostBits(candidate, order: order)
            defer { BN_clear_free(k) }
            if BN_is_zero(k) == 0, BN_cmp(k, order) < 0,
                let signature = try signature(hash, key: key, k: k, order: order, context: context)
            {
                return signature
            }
            generator.update()
        }
    }

    /// bits2int of section 2.3.2.
    private func leftmostBits(
        _ bytes: borrowing SecretBytes, order: OpaquePointer
    ) throws(CryptoError) -> OpaquePointer {
        guard let number = BN_secure_new() else { throw .library("signing") }
        let loaded = bytes.withUnsafeBytes {
            BN_bin2bn($0.bindMemory(to: UInt8.self).baseAddress, Int32($0.count), number) != nil
        }
        guard loaded else { throw .library("signing") }
        let excess = Int32(bytes.count * 8) - BN_num_bits(order)
        if excess > 0, BN_rshift(number, number, excess) != 1 { throw .library("signing") }
        return number
    }

    /// bits2octets of section 2.3.4.
    private func reduced(
        _ hash: [UInt8], order: OpaquePointer, context: OpaquePointer
    ) throws(CryptoError) -> [UInt8] {
        let number = try leftmostBits(SecretBytes(copying: hash), order: order)
        defer { BN_clear_free(number) }
        var bytes = [UInt8](repeating: 0, count: curve.size)
        guard BN_nnmod(number, number, order, context) == 1,
            BN_bn2binpad(number, &bytes, Int32(bytes.count)) == bytes.count
        else { throw .library("signing") }
        return bytes
    }

    /// Nil if r or s is zero: another k is needed.
    private func signature(
        _ hash: [UInt8], key: OpaquePointer, k: OpaquePointer, order: OpaquePointer, context: OpaquePointer
    ) throws(CryptoError) -> [UInt8]? {
        BN_set_flags(k, BN_FLG_CONSTTIME)
        guard let point = EC_POINT_new(curve.group), let r = BN_new(), let inverse = BN_secure_new() else {
            throw .library("signing")
        }
        defer {
            EC_POINT_clear_free(point)
            BN_free(r)
            BN_clear_free(inverse)
        }
        guard EC_POINT_mul(curve.group, point, k, nil, nil, context) == 1,
            EC_POINT_get_affine_coordinates(curve.group, point, r, nil, context) == 1,
            BN_nnmod(r, r, order, context) == 1, BN_mod_inverse(inverse, k, order, context) != nil
        else { throw .library("signing") }
        guard BN_is_zero(r) == 0,
            let signature = ECDSA_do_sign_ex(hash, Int32(hash.count), inverse, r, key)
        else { return nil }
        defer { ECDSA_SIG_free(signature) }
        return try derBytes("a signature") { i2d_ECDSA_SIG(signature, &$0) }
    }
}
