import CTAP

extension CTAPStatus {
    /// The status for a failure of the engine or its storage.
    /// - Parameter diskFull: the status if the storage's disk is full.
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

/// Runs an operation that the engine or its storage may refuse.
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
