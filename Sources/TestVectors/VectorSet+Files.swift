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
