import SoftAuthenticator
import ToqueCrypto

/// The authenticator's own state: its PIN, settings and fingerprints.
extension SQLiteCredentialStore {
    // MARK: The PIN

    public func pinState() throws(CredentialStorageError) -> PINState? { try perform { try PINRow.state($0) } }

    public func pinVerifier() throws(CredentialStorageError) -> SecretBytes? {
        guard let sealed = try perform({ try PINRow.sealedVerifier($0) }) else { return nil }
        return try secretSealer.openStored(sealed, as: .pinVerifier)
    }

    public func setPIN(verifier: borrowing SecretBytes, codePoints: Int) throws(CredentialStorageError) {
        let sealed = try secretSealer.sealForStorage(verifier, as: .pinVerifier)
        try transaction { database in
            try PINRow.set(sealedVerifier: sealed, codePoints: codePoints, in: database)
            try SettingsRow.endPINChange(in: database)
            try SecretRow.delete(.persistentToken, from: database)
        }
    }

    public func spendPINRetry() throws(CredentialStorageError) -> Int { try transaction { try PINRow.spendRetry($0) } }

    public func restorePINRetries() throws(CredentialStorageError) { try perform { try PINRow.restoreRetries($0) } }

    // MARK: Settings

    public func settings() throws(CredentialStorageError) -> AuthenticatorSettings {
        try perform { try SettingsRow.fetch($0) }
    }

    @discardableResult
    public func updateSettings<Value: Sendable>(
        _ change: (inout AuthenticatorSettings) -> Value
    ) throws(CredentialStorageError) -> Value {
        try transaction { database in
            var settings = try SettingsRow.fetch(database)
            let value = change(&settings)
            try SettingsRow.save(settings, to: database)
            return value
        }
    }

    // MARK: Fingerprints

    public func fingerprints() throws(CredentialStorageError) -> [Fingerprint] {
        var fingerprints: [Fingerprint] = []
        for row in try perform({ try FingerprintRow.fetchAll($0) }) {
            fingerprints.append(
                Fingerprint(
                    id: row.id, friendlyName: row.friendlyName,
                    finger: try secretSealer.openStored(row.sealedFinger, as: .fingerprint(id: row.id))
                        .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }))
        }
        return fingerprints
    }

    public func save(_ fingerprint: Fingerprint) throws(CredentialStorageError) {
        let row = FingerprintRow.Sealed(
            id: fingerprint.id, friendlyName: fingerprint.friendlyName,
            sealedFinger: try secretSealer.sealForStorage(
                SecretBytes(copying: fingerprint.finger.utf8), as: .fingerprint(id: fingerprint.id)))
        try perform { try FingerprintRow.save(row, to: $0) }
    }

    public func deleteFingerprint(id: [UInt8]) throws(CredentialStorageError) -> Bool {
        try perform { try FingerprintRow.delete(id: id, from: $0) }
    }
}
