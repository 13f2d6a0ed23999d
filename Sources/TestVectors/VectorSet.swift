/// The sets of test vectors that can be made again, byte for byte.
public enum VectorSet: String, Sendable, Hashable, CaseIterable {
    /// The cases of WebAuthn Level 3, section "Test Vectors".
    case w3cWebAuthnLevel3 = "w3c-webauthn-l3"
}
