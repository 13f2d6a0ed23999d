/// The options of authenticatorMakeCredential and authenticatorGetAssertion; nil where one was not sent.
public struct CTAPOptions: Sendable, Hashable {
    /// Make a discoverable credential.
    public var rk: Bool?
    /// Test user presence.
    public var up: Bool?
    /// Verify the user by a means built into the authenticator.
    public var uv: Bool?

    public init(rk: Bool? = nil, up: Bool? = nil, uv: Bool? = nil) {
        self.rk = rk
        self.up = up
        self.uv = uv
    }
}
