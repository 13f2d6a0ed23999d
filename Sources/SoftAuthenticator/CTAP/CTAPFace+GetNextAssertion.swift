import CTAP

extension CTAPFace {
    /// authenticatorGetNextAssertion (CTAP 2.1 section 6.3).
    /// - Throws: `notAllowed` where there is nothing to go on with.
    func getNextAssertion() throws(CTAPStatus) -> AuthenticatorGetAssertion.Response {
        let (assertions, credential) = try nextStep()
        return try assertion(
            by: .stored(credential), for: assertions.command, assertions.rp, assertions.flags, isOneOfSeveral: true)
    }

    private func nextStep() throws(CTAPStatus) -> (RememberedAssertions, PublicKeyCredentialSource) {
        try state.withLock { (state) throws(CTAPStatus) in
            guard var assertions = state.assertions else { throw .notAllowed }
            // Steps 1 to 4: none left, too late, or the token gone that it began with.
            let now = uptime()
            guard assertions.isAlive(state.pin, at: now), let credential = assertions.credentials.popFirst() else {
                state.assertions = nil
                throw .notAllowed
            }
            assertions.lastStep = now
            state.assertions = assertions
            return (assertions, credential)
        }
    }
}
