import CTAP

extension CTAPFace {
    /// authenticatorCredentialManagement (CTAP 2.3 section 6.8), which asks for no touch.
    func credentialManagement(_ command: AuthenticatorCredentialManagement) throws(CTAPStatus) -> CTAPResponse {
        defer { engine.noteChange() }
        var response = try state.withLock { (state) throws(CTAPStatus) in
            try state.credentialManagement.process(
                command, pin: &state.pin, storage: engine.storage, capacity: engine.capacity)
        }
        if let id = response.credentialID?.id {
            response.largeBlobKey = try answeringFaults {
                let credential = try engine.storage.discoverableCredential(id: id)
                return try engine.largeBlobKey(of: id, keptIn: credential?.largeBlobs)
            }
        }
        // An opened key must not outlive its credential.
        if command.subCommand == AuthenticatorCredentialManagement.SubCommand.deleteCredential.rawValue {
            engine.keys.removeAll()
        }
        return .credentialManagement(response)
    }
}
