import CLibFIDO2
import ToqueWebAuthn

extension KeyManager {
    /// All discoverable credentials on the key.
    public func credentials() async throws(WebAuthnError) -> KeyCredentials {
        try await manage(requiring: Self.credentialManagement) { (_, ceremony) async throws(WebAuthnError) in
            let metadata = try FIDOCredentialMetadata(of: ceremony.device)
            try await ceremony.send { fido_credman_get_dev_metadata($0, metadata.pointer, $2) }
            let credentials = try await ceremony.residentKeys().map(\.credential)
            return KeyCredentials(credentials: credentials, remaining: metadata.remaining)
        }
    }

    /// Deletes a credential.
    /// - Throws: `notAllowedError` if it is not on the key.
    public func deleteCredential(_ id: [UInt8]) async throws(WebAuthnError) {
        try await manage(requiring: Self.credentialManagement) { (_, ceremony) async throws(WebAuthnError) in
            let status = try await ceremony.send(expecting: [.noCredentials]) {
                fido_credman_del_dev_rk($0, id, id.count, $2)
            }
            guard status == .ok else { throw Self.missing(on: ceremony.device) }
        }
    }

    /// Changes a credential's names.
    /// - Parameters: nil keeps a name.
    /// - Throws: `notAllowedError` if the credential is not on the key, `notSupportedError` if the key cannot rename.
    public func renameCredential(
        _ id: [UInt8], name: String? = nil, displayName: String? = nil
    ) async throws(WebAuthnError) {
        try await manage(requiring: Self.credentialManagement) { (_, ceremony) async throws(WebAuthnError) in
            let credentials = try await ceremony.residentKeys().map(\.credential)
            guard var user = credentials.first(where: { $0.id == id })?.user else {
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
