import CLibFIDO2
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// The number of discoverable credentials, and the maximum.
final class FIDOCredentialMetadata: FIDOObject {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_credman_metadata_new(), of: device, free: fido_credman_metadata_free)
    }

    var remaining: Int { Int(clamping: fido_credman_rk_remaining(pointer)) }
}

/// The RPs with discoverable credentials on a key.
final class FIDORelyingParties: FIDOObject {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_credman_rp_new(), of: device, free: fido_credman_rp_free)
    }

    var ids: [String] {
        (0..<fido_credman_rp_count(pointer)).compactMap { CMemory.text(fido_credman_rp_id(pointer, $0)) }
    }
}

/// The discoverable credentials of one RP.
final class FIDOResidentKeys: FIDOObject {
    private let rpID: String

    init(rpID: String, of device: FIDODevice) throws(WebAuthnError) {
        self.rpID = rpID
        try super.init(fido_credman_rk_new(), of: device, free: fido_credman_rk_free)
    }

    /// In the key's order.
    var keys: [FIDOResidentKey] {
        (0..<fido_credman_rk_count(pointer)).compactMap { index in
            fido_credman_rk(pointer, index).flatMap { FIDOResidentKey($0, rpID: rpID, in: self) }
        }
    }
}

/// A discoverable credential, with the key to its large blob.
struct FIDOResidentKey {
    let credential: KeyCredential
    private let pointer: OpaquePointer
    /// Frees the credential.
    private let list: FIDOResidentKeys

    fileprivate init?(_ pointer: OpaquePointer, rpID: String, in list: FIDOResidentKeys) {
        guard let id = CMemory.bytes(fido_cred_id_ptr(pointer), fido_cred_id_len(pointer)) else { return nil }
        self.pointer = pointer
        self.list = list
        let type = fido_cred_type(pointer)
        let algorithm = type == COSE_UNSPEC ? nil : COSEAlgorithm(rawValue: Int(type))
        credential = KeyCredential(
            rpID: rpID, id: id,
            user: PublicKeyCredentialUserEntity(
                id: CMemory.bytes(fido_cred_user_id_ptr(pointer), fido_cred_user_id_len(pointer)) ?? [],
                name: CMemory.text(fido_cred_user_name(pointer)) ?? "",
                displayName: CMemory.text(fido_cred_display_name(pointer)) ?? ""),
            algorithm: algorithm,
            publicKey: algorithm.flatMap { Self.publicKey(of: pointer, $0) },
            protection: UInt8(exactly: fido_cred_prot(pointer)).flatMap { CredentialProtectionPolicy(rawValue: $0) },
            hasLargeBlobKey: fido_cred_largeblob_key_len(pointer) > 0)
    }

    /// nil if the credential was made without it (CTAP 2.3 section 12.3).
    var largeBlobKey: LargeBlobKey? {
        guard let bytes = fido_cred_largeblob_key_ptr(pointer) else { return nil }
        return withExtendedLifetime(list) {
            let bytes = UnsafeBufferPointer(start: bytes, count: fido_cred_largeblob_key_len(pointer))
            return LargeBlobKey(copying: bytes)
        }
    }

    /// libfido2 has the parameters one after the other.
    private static func publicKey(of credential: OpaquePointer, _ algorithm: COSEAlgorithm) -> COSEKey? {
        let bytes = CMemory.bytes(fido_cred_pubkey_ptr(credential), fido_cred_pubkey_len(credential)) ?? []
        let parameters: PublicKeyParameters
        switch algorithm.curve {
        case let curve? where bytes.count == 2 * curve.size:
            parameters = .ec(curve, x: Array(bytes[..<curve.size]), y: Array(bytes[curve.size...]))
        case nil where algorithm == .edDSA && bytes.count == 32: parameters = .ed25519(bytes)
        default: return nil
        }
        return try? COSEKey(algorithm: algorithm, parameters: parameters)
    }
}

extension Ceremony {
    /// All discoverable credentials of the key, by RP, in the key's order.
    func residentKeys(
        isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> [FIDOResidentKey] {
        let rps = try FIDORelyingParties(of: device)
        let status = try await send(expecting: [.noCredentials]) { fido_credman_get_dev_rp($0, rps.pointer, $2) }
        guard status == .ok else { return [] }
        var keys: [FIDOResidentKey] = []
        for rpID in rps.ids { keys += try await residentKeys(of: rpID) }
        return keys
    }

    /// The discoverable credentials of one RP, possibly none.
    func residentKeys(
        of rpID: String, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> [FIDOResidentKey] {
        let list = try FIDOResidentKeys(rpID: rpID, of: device)
        let status = try await send(expecting: [.noCredentials]) {
            fido_credman_get_dev_rk($0, rpID, list.pointer, $2)
        }
        return status == .ok ? list.keys : []
    }
}

/// The key to a credential's large blob.
final class LargeBlobKey {
    let secret: SecretBytes

    init(copying bytes: some Collection<UInt8>) { secret = SecretBytes(copying: bytes) }
}
