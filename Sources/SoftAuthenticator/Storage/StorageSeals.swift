import ToqueCrypto
import ToqueEncoding

// Sealing with the errors of storage, for every kind of storage.

extension CredentialSealer {
    /// Seals a private key.
    /// - Throws: `inaccessible` if cryptography fails.
    public func sealForStorage(
        _ privateKey: borrowing SecretBytes, of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8] {
        do {
            return try seal(privateKey, of: credential)
        } catch {
            throw CredentialStorageError(.inaccessible, "the private key cannot be sealed: \(error)")
        }
    }

    /// Opens the output of `sealForStorage`.
    /// - Throws: `brokenSeal`.
    public func openStored(
        _ sealed: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> SecretBytes {
        do {
            return try open(sealed, of: credential)
        } catch {
            throw .brokenSeal(credential)
        }
    }
}

extension SecretSealer {
    /// The items that storage seals for the authenticator itself.
    public enum Item: Sendable, Hashable, CustomStringConvertible {
        case pinVerifier
        case secret(StoredSecret)
        case credBlob(rpID: String, id: [UInt8])
        case largeBlob(rpID: String, id: [UInt8])
        case fingerprint(id: [UInt8])

        /// The binding of the seal.
        public var description: String {
            switch self {
            case .pinVerifier: "PIN"
            case .secret(let name): name.rawValue
            case .credBlob(let rpID, let id): "credBlob of \(Hex.encode(id)) of \(rpID)"
            case .largeBlob(let rpID, let id): "large blob of \(Hex.encode(id)) of \(rpID)"
            case .fingerprint(let id): "fingerprint \(Hex.encode(id))"
            }
        }
    }

    /// Seals an item, so that it opens only as that item.
    /// - Throws: `inaccessible` if cryptography fails.
    public func sealForStorage(
        _ secret: borrowing SecretBytes, as item: Item
    ) throws(CredentialStorageError) -> [UInt8] {
        do {
            return try seal(secret, binding: Array(item.description.utf8))
        } catch {
            throw CredentialStorageError(.inaccessible, "the \(item) cannot be sealed: \(error)")
        }
    }

    /// Opens the output of `sealForStorage`.
    /// - Throws: `brokenSeal`.
    public func openStored(_ sealed: [UInt8], as item: Item) throws(CredentialStorageError) -> SecretBytes {
        do {
            return try open(sealed, binding: Array(item.description.utf8))
        } catch {
            throw CredentialStorageError(
                .brokenSeal, "the \(item) was changed in the store; reset the key or restore the store")
        }
    }
}

extension SecretSealer {
    /// Seals the RP's data stored with a credential; nil for none.
    /// - Throws: `inaccessible` if cryptography fails.
    public func sealForStorage(
        credBlob: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8]? {
        guard !credBlob.isEmpty else { return nil }
        return try sealForStorage(
            SecretBytes(copying: credBlob), as: .credBlob(rpID: credential.rpID, id: credential.id))
    }

    /// Opens the output of `sealForStorage(credBlob:of:)`.
    /// - Throws: `brokenSeal`.
    public func openStored(
        credBlob sealed: [UInt8]?, of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8] {
        guard let sealed else { return [] }
        return try openStored(sealed, as: .credBlob(rpID: credential.rpID, id: credential.id)).withUnsafeBytes {
            Array($0)
        }
    }

    /// Seals a credential's large blob.
    /// - Throws: `inaccessible` if cryptography fails.
    public func sealForStorage(
        largeBlob: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8] {
        try sealForStorage(
            SecretBytes(copying: largeBlob), as: .largeBlob(rpID: credential.rpID, id: credential.id))
    }

    /// Opens the output of `sealForStorage(largeBlob:of:)`.
    /// - Throws: `brokenSeal`.
    public func openStored(
        largeBlob sealed: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8] {
        try openStored(sealed, as: .largeBlob(rpID: credential.rpID, id: credential.id)).withUnsafeBytes { Array($0) }
    }
}
