import CLibFIDO2
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension KeyManager {
    /// All discoverable credentials on the key.
    public func credentials() async throws(WebAuthnError) -> KeyCredentials {
        try await manage { (_, ceremony) async throws(WebAuthnError) in
            let metadata = try FIDOCredentialMetadata(of: ceremony.device)
            try await ceremony.send { fido_credman_get_dev_metadata($0, metadata.pointer, $2) }
            return KeyCredentials(credentials: try await ceremony.credentials(), remaining: metadata.remaining)
        }
    }

    /// Deletes a credential.
    /// - Throws: `notAllowedError` where the key does not hold it.
    public func deleteCredential(_ id: [UInt8]) async throws(WebAuthnError) {
        try await manage { (_, ceremony) async throws(WebAuthnError) in
            let status = try await ceremony.send(expecting: [.noCredentials]) {
                fido_credman_del_dev_rk($0, id, id.count, $2)
            }
            guard status == .ok else { throw Self.missing(on: ceremony.device) }
        }
    }

    /// Changes the names that a credential carries.
    /// - Parameters: nil leaves a name as it is.
    /// - Throws: `notAllowedError` where the key does not hold the credential, `notSupportedError` where it cannot
    ///   rename.
    public func renameCredential(
        _ id: [UInt8], name: String? = nil, displayName: String? = nil
    ) async throws(WebAuthnError) {
        try await manage { (_, ceremony) async throws(WebAuthnError) in
            guard var user = try await ceremony.credentials().first(where: { $0.id == id })?.user else {
                throw Self.missing(on: ceremony.device)
            }
            if let name { user.name = name }
            if let displayName { user.displayName = displayName }
            let renamed = user
            try await ceremony.send { (device, _, pin) throws(FIDOFailure) in
                let credential = try FIDOCredential()
                try credential.set(id: id)
                try credential.set(user: renamed)
                return fido_credman_set_dev_rk(device, credential.pointer, pin)
            }
        }
    }

    private static func missing(on device: FIDODevice) -> WebAuthnError {
        WebAuthnError(.notAllowedError, "\(device.name) holds no discoverable credential with that ID; list them")
    }
}

extension Ceremony {
    /// Goes through all RPs of the key and their credentials.
    fileprivate func credentials(
        isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> [KeyCredential] {
        let rps = try FIDORelyingParties(of: device)
        let status = try await send(expecting: [.noCredentials]) { fido_credman_get_dev_rp($0, rps.pointer, $2) }
        guard status == .ok else { return [] }
        var credentials: [KeyCredential] = []
        for rpID in rps.ids {
            let list = try FIDOResidentKeys(of: device)
            try await send { fido_credman_get_dev_rk($0, rpID, list.pointer, $2) }
            credentials += list.credentials(rpID: rpID)
        }
        return credentials
    }
}

/// What libfido2's credential management fills in; freed with its owner.
private class FIDOList {
    let pointer: OpaquePointer
    private let free: (UnsafeMutablePointer<OpaquePointer?>?) -> Void

    fileprivate init(
        _ pointer: OpaquePointer?, of device: FIDODevice,
        free: @escaping (UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws(WebAuthnError) {
        guard let pointer else { throw device.error(.internal) }
        self.pointer = pointer
        self.free = free
    }

    deinit {
        var list: OpaquePointer? = pointer
        free(&list)
    }
}

private final class FIDOCredentialMetadata: FIDOList {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_credman_metadata_new(), of: device, free: fido_credman_metadata_free)
    }

    var remaining: Int { Int(clamping: fido_credman_rk_remaining(pointer)) }
}

private final class FIDORelyingParties: FIDOList {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_credman_rp_new(), of: device, free: fido_credman_rp_free)
    }

    var ids: [String] {
        (0..<fido_credman_rp_count(pointer)).compactMap { CMemory.text(fido_credman_rp_id(pointer, $0)) }
    }
}

private final class FIDOResidentKeys: FIDOList {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_credman_rk_new(), of: device, free: fido_credman_rk_free)
    }

    func credentials(rpID: String) -> [KeyCredential] {
        (0..<fido_credman_rk_count(pointer)).compactMap { index in
            guard let credential = fido_credman_rk(pointer, index),
                let id = CMemory.bytes(fido_cred_id_ptr(credential), fido_cred_id_len(credential))
            else { return nil }
            let type = fido_cred_type(credential)
            let algorithm = type == COSE_UNSPEC ? nil : COSEAlgorithm(rawValue: Int(type))
            return KeyCredential(
                rpID: rpID, id: id,
                user: PublicKeyCredentialUserEntity(
                    id: CMemory.bytes(fido_cred_user_id_ptr(credential), fido_cred_user_id_len(credential)) ?? [],
                    name: CMemory.text(fido_cred_user_name(credential)) ?? "",
                    displayName: CMemory.text(fido_cred_display_name(credential)) ?? ""),
                algorithm: algorithm,
                publicKey: algorithm.flatMap { Self.publicKey(of: credential, $0) },
                protection: UInt8(exactly: fido_cred_prot(credential)).flatMap {
                    CredentialProtectionPolicy(rawValue: $0)
                },
                hasLargeBlobKey: fido_cred_largeblob_key_len(credential) > 0)
        }
    }

    /// libfido2 has the parameters in a row.
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
