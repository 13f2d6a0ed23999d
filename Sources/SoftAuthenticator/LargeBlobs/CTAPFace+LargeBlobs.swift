import CTAP

extension CTAPFace {
    /// authenticatorLargeBlobs (CTAP 2.3 section 6.10), which asks for no touch.
    func largeBlobs(_ command: AuthenticatorLargeBlobs) throws(CTAPStatus) -> CTAPResponse {
        guard let offset = command.offset else { throw .invalidParameter }
        switch (command.get, command.set) {
        case (let count?, nil): return .largeBlobs(try readLargeBlobs(count, from: offset, command))
        case (nil, let fragment?):
            try writeLargeBlobs(fragment, at: offset, command)
            return .empty
        case (nil, nil), (_?, _?): throw .invalidParameter
        }
    }

    private func readLargeBlobs(
        _ count: UInt64, from offset: UInt64, _ command: AuthenticatorLargeBlobs
    ) throws(CTAPStatus) -> AuthenticatorLargeBlobs.Response {
        guard command.length == nil, command.pinUvAuthParam == nil, command.pinUvAuthProtocol == nil else {
            throw .invalidParameter
        }
        guard count <= MessageLimits.maxFragment(maxMsgSize: maxMsgSize) else { throw .invalidLength }
        let array = try answeringFaults { try engine.largeBlobArray() }
        guard offset <= array.count else { throw .invalidParameter }
        return .init(fragment: Array(array[Int(offset)...].prefix(Int(count))))
    }

    private func writeLargeBlobs(
        _ fragment: [UInt8], at offset: UInt64, _ command: AuthenticatorLargeBlobs
    ) throws(CTAPStatus) {
        guard fragment.count <= MessageLimits.maxFragment(maxMsgSize: maxMsgSize) else { throw .invalidLength }
        let needsToken = try userVerification().isProtected ? true : settings().alwaysUv
        try state.withLock { (state) throws(CTAPStatus) in
            if state.largeBlobWrite?.isAlive(state.pin) == false { state.largeBlobWrite = nil }
            if offset == 0 {
                state.largeBlobWrite = try LargeBlobWrite(length: command.length)
            } else if command.length != nil {
                throw .invalidParameter
            }
            guard var write = state.largeBlobWrite, write.nextOffset == offset else { throw .invalidSeq }
            if needsToken {
                try state.pin.authorize(command.requireProof(), permission: .largeBlobWrite)
                write.tokenGeneration = state.pin.tokenGeneration
            }
            try write.append(fragment)
            guard write.isComplete else {
                state.largeBlobWrite = write
                return
            }
            state.largeBlobWrite = nil
            guard SerializedLargeBlobArray.isIntact(write.bytes) else { throw .integrityFailure }
            try answeringFaults(diskFull: .largeBlobStorageFull) { try engine.setLargeBlobArray(write.bytes) }
        }
    }
}

/// A large-blob array that a platform is writing in fragments (CTAP 2.3 section 6.10.2). It has no effect until it is
/// complete.
struct LargeBlobWrite {
    /// The total size in bytes (expectedLength).
    private let length: Int
    private(set) var bytes: [UInt8] = []
    /// The token that authorized the previous fragment; nil if none was needed.
    var tokenGeneration: Int?

    /// - Parameter length: the length in the first fragment's command.
    /// - Throws: `invalidParameter` if it is missing or below the minimum of an array; `largeBlobStorageFull`.
    init(length: UInt64?) throws(CTAPStatus) {
        guard let length else { throw .invalidParameter }
        guard length <= MessageLimits.maxLargeBlobArray else { throw .largeBlobStorageFull }
        guard length >= SerializedLargeBlobArray.minSize else { throw .invalidParameter }
        self.length = Int(length)
    }

    /// expectedNextOffset.
    var nextOffset: Int { bytes.count }

    /// True if the authorizing token is still valid.
    func isAlive(_ pin: borrowing PINUVAuthState) -> Bool { pin.isAlive(tokenGeneration: tokenGeneration) }

    var isComplete: Bool { bytes.count == length }

    /// Adds the next fragment.
    /// - Throws: `invalidParameter` if it exceeds the announced length.
    mutating func append(_ fragment: [UInt8]) throws(CTAPStatus) {
        guard fragment.count <= length - bytes.count else { throw .invalidParameter }
        bytes += fragment
    }
}
