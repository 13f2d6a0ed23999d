/// Receives the result of a registration: one of its methods is called, once, on the SDK's own queue.
///
/// Implement one of the two `onSuccess`: the provider's guide uses the label `response`, the header of its iOS package
/// `response_`.
public protocol FidoRegistrationCallback: AnyObject {
    /// - Parameter error: one line that describes the problem.
    func onError(error: String)
    func onSuccess(response: AttestationResponse)
    func onSuccess(response_ response: AttestationResponse)
}

extension FidoRegistrationCallback {
    public func onSuccess(response_ response: AttestationResponse) { onSuccess(response: response) }

    /// Called if a callback implements neither.
    public func onSuccess(response: AttestationResponse) {
        onError(error: "the credential was made, but this callback implements no onSuccess(response:) to take it")
    }
}

/// Receives the result of a signature: one of its methods is called, once, on the SDK's own queue.
public protocol FidoAuthenticationCallback: AnyObject {
    /// - Parameter error: one line that describes the problem.
    func onError(error: String)
    func onSuccess(response: AssertionResponse)
}
