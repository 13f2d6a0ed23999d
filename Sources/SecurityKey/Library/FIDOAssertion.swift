import CLibFIDO2
import ToqueCBOR

/// An assertion's input to libfido2 and its output.
final class FIDOAssertion {
    let pointer: OpaquePointer

    init(rpID: String, clientDataHash: [UInt8], allowed: [[UInt8]]) throws(FIDOFailure) {
        guard let assertion = fido_assert_new() else { throw FIDOFailure(.internal) }
        pointer = assertion
        try FIDOFailure.check(fido_assert_set_rp(pointer, rpID))
        try FIDOFailure.check(fido_assert_set_clientdata_hash(pointer, clientDataHash, clientDataHash.count))
        for id in allowed { try FIDOFailure.check(fido_assert_allow_cred(pointer, id, id.count)) }
    }

    deinit {
        var assertion: OpaquePointer? = pointer
        fido_assert_free(&assertion)
    }

    /// Requests no touch.
    func setSilent() throws(FIDOFailure) { try FIDOFailure.check(fido_assert_set_up(pointer, FIDO_OPT_FALSE)) }

    /// The key's built-in verification.
    func setUserVerification(_ value: Bool) throws(FIDOFailure) {
        try FIDOFailure.check(fido_assert_set_uv(pointer, value ? FIDO_OPT_TRUE : FIDO_OPT_OMIT))
    }

    /// - Parameter extensions: `FIDO_EXT_*`, or'ed.
    func set(extensions: Int32) throws(FIDOFailure) {
        try FIDOFailure.check(fido_assert_set_extensions(pointer, extensions))
    }

    /// - Parameter salt: 32 or 64 bytes.
    func set(hmacSalt salt: [UInt8]) throws(FIDOFailure) {
        try FIDOFailure.check(fido_assert_set_hmac_salt(pointer, salt, salt.count))
    }

    // The contents of the first response. Discoverable credentials give several, the newest first.

    var count: Int { fido_assert_count(pointer) }

    /// nil if the key omitted it, as it may if one credential was allowed.
    var credentialID: [UInt8]? { CMemory.bytes(fido_assert_id_ptr(pointer, 0), fido_assert_id_len(pointer, 0)) }

    /// libfido2 1.12 returns it as a CBOR byte string.
    var authenticatorData: [UInt8]? {
        CMemory.bytes(fido_assert_authdata_ptr(pointer, 0), fido_assert_authdata_len(pointer, 0))
            .flatMap { try? CBOR(decoding: $0, rules: .wellFormed).bytesValue }
    }

    var signature: [UInt8]? { CMemory.bytes(fido_assert_sig_ptr(pointer, 0), fido_assert_sig_len(pointer, 0)) }

    var userHandle: [UInt8]? {
        CMemory.bytes(fido_assert_user_id_ptr(pointer, 0), fido_assert_user_id_len(pointer, 0))
    }

    /// 32 or 64 bytes, decrypted.
    var hmacSecret: [UInt8]? {
        CMemory.bytes(fido_assert_hmac_secret_ptr(pointer, 0), fido_assert_hmac_secret_len(pointer, 0))
    }

    var largeBlobKey: LargeBlobKey? {
        fido_assert_largeblob_key_ptr(pointer, 0).map {
            LargeBlobKey(copying: UnsafeBufferPointer(start: $0, count: fido_assert_largeblob_key_len(pointer, 0)))
        }
    }
}
