import CTAP

extension CTAPFace {
    /// authenticatorLargeBlobs (CTAP 2.1 section 6.10), which asks for no touch.
    func largeBlobs(_ command: AuthenticatorLargeBlobs) throws(CTAPStatus) -> CTAPResponse {
        guard let offset = command.offset else { throw .invalidParameter }
        switch (command.get, command.set) {
        case (let count?, nil): return .largeBlobs(try readLargeBlobs(count, from: offset, command))
        case (nil, let fragment?): try writeLargeBlobs(fragment, at: offset, command)
        default: throw .invalidParameter
        }
        return .empty
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
                try authorize(command, &state.pin)
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

    private func authorize(
        _ command: AuthenticatorLargeBlobs, _ pin: inout PINUVAuthState
    ) throws(CTAPStatus) {
        guard let signature = command.pinUvAuthParam else { throw .puatRequired }
        try pin.authorize(
            try PINUVAuthState.protocolNumber(command.pinUvAuthProtocol), message: command.authenticatedMessage,
            signature: signature, permission: .largeBlobWrite)
    }
}
