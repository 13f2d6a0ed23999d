import CLibFIDO2
import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

/// A registration's input to libfido2 and its output.
final class FIDOCredential {
    let pointer: OpaquePointer

    init() throws(FIDOFailure) {
        guard let credential = fido_cred_new() else { throw FIDOFailure(.internal) }
        pointer = credential
    }

    deinit {
        var credential: OpaquePointer? = pointer
        fido_cred_free(&credential)
    }

    /// The data to register; empty names are omitted.
    func set(
        clientDataHash: [UInt8], rpID: String, rpName: String, algorithm: COSEAlgorithm
    ) throws(FIDOFailure) {
        try FIDOFailure.check(fido_cred_set_clientdata_hash(pointer, clientDataHash, clientDataHash.count))
        try FIDOFailure.check(fido_cred_set_rp(pointer, rpID, rpName.isEmpty ? nil : rpName))
        try FIDOFailure.check(fido_cred_set_type(pointer, Int32(clamping: algorithm.rawValue)))
    }

    func set(user: PublicKeyCredentialUserEntity) throws(FIDOFailure) {
        try FIDOFailure.check(
            fido_cred_set_user(
                pointer, user.id, user.id.count, user.name.isEmpty ? nil : user.name,
                user.displayName.isEmpty ? nil : user.displayName, nil))
    }

    func set(id: [UInt8]) throws(FIDOFailure) { try FIDOFailure.check(fido_cred_set_id(pointer, id, id.count)) }

    func exclude(_ ids: [[UInt8]]) throws(FIDOFailure) {
        for id in ids { try FIDOFailure.check(fido_cred_exclude(pointer, id, id.count)) }
    }

    func setResidentKey(_ value: Bool) throws(FIDOFailure) {
        try FIDOFailure.check(fido_cred_set_rk(pointer, value ? FIDO_OPT_TRUE : FIDO_OPT_OMIT))
    }

    /// The key's built-in verification.
    func setUserVerification(_ value: Bool) throws(FIDOFailure) {
        try FIDOFailure.check(fido_cred_set_uv(pointer, value ? FIDO_OPT_TRUE : FIDO_OPT_OMIT))
    }

    /// - Parameter extensions: `FIDO_EXT_*`, or'ed. The setters of credProtect and credBlob add these.
    func set(extensions: Int32) throws(FIDOFailure) {
        try FIDOFailure.check(fido_cred_set_extensions(pointer, extensions))
    }

    func set(protection: CredentialProtectionPolicy) throws(FIDOFailure) {
        try FIDOFailure.check(fido_cred_set_prot(pointer, Int32(protection.rawValue)))
    }

    func set(blob: [UInt8]) throws(FIDOFailure) {
        try FIDOFailure.check(fido_cred_set_blob(pointer, blob, blob.count))
    }

    /// Requests the key's minimum. libfido2 requires a minimum to compare with, which it does only when it verifies.
    func requestMinPINLength() throws(FIDOFailure) {
        try FIDOFailure.check(fido_cred_set_pin_minlen(pointer, 4))
    }

    var largeBlobKey: [UInt8]? {
        CMemory.bytes(fido_cred_largeblob_key_ptr(pointer), fido_cred_largeblob_key_len(pointer))
    }

    /// The new credential in WebAuthn's form, from libfido2's separate parts.
    /// - Returns: nil if a part is missing or unreadable.
    func attestationObject() -> AttestationObject? {
        guard let format = CMemory.text(fido_cred_fmt(pointer)),
            let data = CMemory.bytes(fido_cred_authdata_raw_ptr(pointer), fido_cred_authdata_raw_len(pointer)),
            let encoded = CMemory.bytes(fido_cred_attstmt_ptr(pointer), fido_cred_attstmt_len(pointer)),
            let statement = try? CBOR(decoding: encoded, rules: .wellFormed).mapValue
        else { return nil }
        return AttestationObject(
            format: AttestationFormat(rawValue: format), statement: statement, authenticatorData: data)
    }
}

/// A libfido2 function that prepares a request failed.
struct FIDOFailure: Error {
    let status: FIDOStatus
    init(_ status: FIDOStatus) { self.status = status }

    static func check(_ code: Int32) throws(FIDOFailure) {
        guard code == FIDO_OK else { throw FIDOFailure(FIDOStatus(code: code)) }
    }
}
