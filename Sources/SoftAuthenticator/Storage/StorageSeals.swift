import ToqueCrypto
import ToqueEncoding

// Sealing in the storage's own words, for every kind of storage.

extension CredentialSealer {
    /// Seals a private key.
    /// - Throws: `inaccessible` where cryptography refuses.
    public func sealForStorage(
        _ privateKey: borrowing SecretBytes, of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8] {
        do {
            return try seal(privateKey, of: credential)
        } catch {
            throw CredentialStorageError(.inaccessible, "the private key cannot be sealed: \(error)")
        }
    }

    /// Opens what `sealForStorage` gave.
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
    /// What a storage seals for the authenticator itself.
    public enum Item: Sendable, Hashable, CustomStringConvertible {
        case pinVerifier
        case secret(StoredSecret)
        case credBlob(rpID: String, id: [UInt8])
        case largeBlob(rpID: String, id: [UInt8])
        case fingerprint(id: [UInt8])

        /// What the seal is bound to.
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

    /// Seals an item, so that it opens as that item alone.
    /// - Throws: `inaccessible` where cryptography refuses.
    public func sealForStorage(
        _ secret: borrowing SecretBytes, as item: Item
    ) throws(CredentialStorageError) -> [UInt8] {
        do {
            return try seal(secret, binding: Array(item.description.utf8))
        } catch {
            throw CredentialStorageError(.inaccessible, "the \(item) cannot be sealed: \(error)")
        }
    }

    /// Opens what `sealForStorage` gave.
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
    /// Seals what an RP has stored with a credential; nil where that is nothing.
    /// - Throws: `inaccessible` where cryptography refuses.
    public func sealForStorage(
        credBlob: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8]? {
        guard !credBlob.isEmpty else { return nil }
        return try sealForStorage(
            SecretBytes(copying: credBlob), as: .credBlob(rpID: credential.rpID, id: credential.id))
    }

    /// Opens what `sealForStorage(credBlob:of:)` gave.
    /// - Throws: `brokenSeal`.
    public func openStored(
        credBlob sealed: [UInt8]?, of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8] {
        guard let sealed else { return [] }
        return try openStored(sealed, as: .credBlob(rpID: credential.rpID, id: credential.id)).withUnsafeBytes {
            Array($0)
        }
    }

    /// Seals the large blob that is kept with a credential.
    /// - Throws: `inaccessible` where cryptography refuses.
    public func sealForStorage(
        largeBlob: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8] {
        try sealForStorage(
            SecretBytes(copying: largeBlob), as: .largeBlob(rpID: credential.rpID, id: credential.id))
    }

    /// Opens what `sealForStorage(largeBlob:of:)` gave.
    /// - Throws: `brokenSeal`.
    public func openStored(
        largeBlob sealed: [UInt8], of credential: PublicKeyCredentialSource
    ) throws(CredentialStorageError) -> [UInt8] {
        try openStored(sealed, as: .largeBlob(rpID: credential.rpID, id: credential.id)).withUnsafeBytes { Array($0) }
    }
}
