import ToqueCrypto

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

        /// What the seal is bound to.
        public var description: String {
            switch self {
            case .pinVerifier: "PIN"
            case .secret(let name): name.rawValue
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
