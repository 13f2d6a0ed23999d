/// Is told how a registration ended: one of its methods is called, once, on the SDK's own queue.
///
/// Implement one of the two `onSuccess`: the provider's guide spells the label `response`, the header of its iOS
/// package `response_`.
public protocol FidoRegistrationCallback: AnyObject {
    /// - Parameter error: one line that says what happened.
    func onError(error: String)
    func onSuccess(response: AttestationResponse)
    func onSuccess(response_ response: AttestationResponse)
}

extension FidoRegistrationCallback {
    public func onSuccess(response_ response: AttestationResponse) { onSuccess(response: response) }

    /// Reached where a callback has neither spelling.
    public func onSuccess(response: AttestationResponse) {
        onError(error: "the credential was made, but this callback implements no onSuccess(response:) to take it")
    }
}

/// Is told how a signature ended: one of its methods is called, once, on the SDK's own queue.
public protocol FidoAuthenticationCallback: AnyObject {
    /// - Parameter error: one line that says what happened.
    func onError(error: String)
    func onSuccess(response: AssertionResponse)
}
