import CTAP

extension CTAPFace {
    /// authenticatorClientPIN (CTAP 2.1 section 6.5), which asks for no touch.
    func clientPIN(_ command: AuthenticatorClientPIN) throws(CTAPStatus) -> AuthenticatorClientPIN.Response {
        defer { engine.noteChange() }
        return try state.withLock { (state) throws(CTAPStatus) in
            try state.pin.clientPIN(command, storage: engine.storage)
        }
    }
}
