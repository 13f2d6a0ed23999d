import ToqueWebAuthn

/// What is fuzzed: everything of the verifier that reads what others wrote.
enum FuzzTarget: String, CaseIterable {
    case registration, assertion
    case packed, tpm, apple, compound
    case fidoU2F = "fido-u2f"
    case androidKey = "android-key"
    case androidSafetyNet = "android-safetynet"
    case creationOptions = "creation-options"
    case requestOptions = "request-options"
    case registrationResponse = "registration-response"
    case authenticationResponse = "authentication-response"
    case ceremony, certificate, metadata

    /// The attestation statement format, for the target that fuzzes one.
    var format: AttestationFormat? {
        switch self {
        case .packed, .tpm, .apple, .compound, .fidoU2F, .androidKey, .androidSafetyNet:
            AttestationFormat(rawValue: rawValue)
        default: nil
        }
    }

    /// What is done with an input. Nothing may trap, and what is read must be written and read again as the same.
    func body() -> @Sendable ([UInt8]) -> Void {
        switch self {
        case .registration: { Ceremonies.register($0) }
        case .assertion: { Ceremonies.authenticate($0) }
        case .packed, .tpm, .apple, .compound, .fidoU2F, .androidKey, .androidSafetyNet:
            { [format] input in format.map { Ceremonies.attest($0, input) } }
        case .creationOptions: { Documents.creationOptions($0) }
        case .requestOptions: { Documents.requestOptions($0) }
        case .registrationResponse: { Documents.registrationResponse($0) }
        case .authenticationResponse: { Documents.authenticationResponse($0) }
        case .ceremony: { Documents.ceremony($0) }
        case .certificate: { Certificates.read($0) }
        case .metadata: Metadata.body()
        }
    }
}
