import CTAP

extension CTAPFace {
    /// authenticatorCredentialManagement (CTAP 2.1 section 6.8), which asks for no touch.
    func credentialManagement(
        _ command: AuthenticatorCredentialManagement
    ) throws(CTAPStatus) -> AuthenticatorCredentialManagement.Response {
        defer { engine.noteChange() }
        var response = try state.withLock { (state) throws(CTAPStatus) in
            try state.credentialManagement.process(
                command, pin: &state.pin, storage: engine.storage, capacity: engine.capacity)
        }
        if let id = response.credentialID?.id {
            response.largeBlobKey = try answeringFaults { try engine.largeBlobKey(ofDiscoverable: id) }
        }
        // An opened key must not outlive its credential.
        if command.subCommand == AuthenticatorCredentialManagement.SubCommand.deleteCredential.rawValue {
            engine.keys.removeAll()
        }
        return response
    }
}
