import CTAP

extension CTAPStatus {
    /// What is answered where the engine or its storage fails.
    /// - Parameter diskFull: for a storage that has no room on its disk.
    init(fault: any Error, diskFull: CTAPStatus = .other) {
        switch fault {
        case let status as CTAPStatus: self = status
        case CredentialEngineError.full: self = .keyStoreFull
        case let error as CredentialStorageError:
            switch error.code {
            case .diskFull: self = diskFull
            // It was deleted while a gesture was awaited.
            case .unknownCredential: self = .noCredentials
            case .duplicateCredential, .brokenSeal, .counterExhausted, .insecurePermissions, .inUse, .missingKeyFile,
                .invalidKeyFile, .passphraseNeeded, .wrongPassphrase, .wrongKeyFile, .newerSchema, .corrupt, .readOnly,
                .inaccessible:
                self = .other
            }
        default: self = .other
        }
    }
}

/// Runs what the engine or its storage may refuse.
/// - Throws: the status of `CTAPStatus(fault:)`.
func answeringFaults<Value: ~Copyable>(
    diskFull: CTAPStatus = .other, _ body: () throws -> Value
) throws(CTAPStatus) -> Value {
    do {
        return try body()
    } catch {
        throw CTAPStatus(fault: error, diskFull: diskFull)
    }
}
