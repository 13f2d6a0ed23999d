import ToqueEncoding

/// Why a storage operation failed.
public struct CredentialStorageError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // Credentials
        case duplicateCredential, unknownCredential, brokenSeal, counterExhausted
        // Files
        /// Others can read or change a file that only its owner may.
        case insecurePermissions
        /// Another process owns the store.
        case inUse
        case missingKeyFile
        /// Not a key file, such as one of the wrong size.
        case invalidKeyFile
        /// The key file needs a passphrase, and none was given.
        case passphraseNeeded
        case wrongPassphrase
        /// The key file of another store.
        case wrongKeyFile
        /// Made by a later version of this software.
        case newerSchema
        /// Not a credential store, or a damaged one.
        case corrupt
        case readOnly
        case diskFull
        /// Any other failure of the operating system or the database.
        case inaccessible
    }

    public let code: Code
    /// What happened, where, and how to fix it; without secrets.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

// The messages of any storage.
extension CredentialStorageError {
    public static func duplicate(_ credential: PublicKeyCredentialSource) -> CredentialStorageError {
        CredentialStorageError(
            .duplicateCredential,
            "credential \(Base64URL.encode(credential.id)) of \(credential.rpID) exists already, as happens when a "
                + "seed is used twice; use another seed or another store")
    }

    public static func unknown(_ credential: PublicKeyCredentialSource) -> CredentialStorageError {
        CredentialStorageError(
            .unknownCredential,
            "credential \(Base64URL.encode(credential.id)) of \(credential.rpID) is no longer in the store")
    }

    public static func brokenSeal(_ credential: PublicKeyCredentialSource) -> CredentialStorageError {
        CredentialStorageError(
            .brokenSeal,
            "the private key of credential \(Base64URL.encode(credential.id)) of \(credential.rpID) was changed or is "
                + "another credential's; delete the credential and register again")
    }

    public static let counterExhausted = CredentialStorageError(
        .counterExhausted, "the signature counter has reached its end, 2^32 - 1; use a new store")
}
