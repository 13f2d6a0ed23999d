/// The sets of test vectors that can be made again, byte for byte.
public enum VectorSet: String, Sendable, Hashable, CaseIterable {
    /// The cases of WebAuthn Level 3, section "Test Vectors".
    case w3cWebAuthnLevel3 = "w3c-webauthn-l3"
    /// Enrolment and payment in Biometric Pix: each profile, algorithm, format and option shape, right and broken.
    case biometricPix = "biometric-pix"
    /// Inputs that are in CTAP2's canonical CBOR form, and inputs that are not.
    case ctap2CBOR = "ctap2-cbor"
}
