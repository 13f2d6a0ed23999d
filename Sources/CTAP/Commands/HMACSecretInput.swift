/// The input of hmac-secret in authenticatorGetAssertion, and of hmac-secret-mc (CTAP 2.3 sections 12.7 and 12.8).
public struct HMACSecretInput: Sendable, Hashable {
    public var keyAgreement: KeyAgreementKey
    public var saltEnc: [UInt8]
    public var saltAuth: [UInt8]
    /// As it was sent; nil means 1.
    public var pinUvAuthProtocol: UInt64?

    public init(
        keyAgreement: KeyAgreementKey, saltEnc: [UInt8], saltAuth: [UInt8], pinUvAuthProtocol: UInt64? = nil
    ) {
        self.keyAgreement = keyAgreement
        self.saltEnc = saltEnc
        self.saltAuth = saltAuth
        self.pinUvAuthProtocol = pinUvAuthProtocol
    }
}
