/// The sets of test vectors that can be made again, byte for byte.
public enum VectorSet: String, Sendable, Hashable, CaseIterable {
    /// The cases of WebAuthn Level 3, section "Test Vectors".
    case w3cWebAuthnLevel3 = "w3c-webauthn-l3"
    /// Enrollments and payments of Biometric Pix, and each of them broken in single ways.
    case biometricPix = "biometric-pix"
    /// Inputs for a decoder of CTAP2's canonical CBOR form.
    case ctap2CBOR = "ctap2-cbor"
}

extension VectorSet {
    /// The set's files, the same in every run.
    public func files() async throws -> [VectorFile] {
        switch self {
        case .w3cWebAuthnLevel3: try W3CWebAuthnLevel3.files()
        case .biometricPix: try await BiometricPix.files()
        case .ctap2CBOR: [CTAP2CBOR.file()]
        }
    }
}
