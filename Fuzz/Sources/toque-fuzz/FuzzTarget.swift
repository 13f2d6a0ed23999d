import ToqueCBOR
import ToqueWebAuthn

/// A fuzz target: every reader of foreign data, a key with any input, and the checkout contracts.
enum FuzzTarget: String, CaseIterable {
    // The verifier.
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
    // The key.
    case cbor, messages, ctaphid, u2f, commands
    case largeBlobs = "large-blobs"
    // Checkout.
    case ecommpay, placetopay, yuno, takeme, decimal
    case brCode = "br-code"

    /// The attestation statement format of a target for one format.
    var format: AttestationFormat? {
        switch self {
        case .packed, .tpm, .apple, .compound, .fidoU2F, .androidKey, .androidSafetyNet:
            AttestationFormat(rawValue: rawValue)
        default: nil
        }
    }

    /// The target's body. It must not trap, and every value it reads must survive writing and reading again.
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
        case .cbor: { Messages.item($0) }
        case .messages: { Messages.ctap($0) }
        case .ctaphid: { HIDSession.run($0) }
        case .u2f, .commands: { KeyUnderTest.run($0) }
        case .largeBlobs: { Messages.largeBlobs($0) }
        case .ecommpay: { EcommpayInputs.read($0) }
        case .placetopay: { PlacetoPayInputs.read($0) }
        case .yuno: { YunoInputs.read($0) }
        case .takeme: { TakeMeInputs.read($0) }
        case .decimal: { AmountInputs.decimal($0) }
        case .brCode: { AmountInputs.code($0) }
        }
    }

    /// Mutations in addition to libFuzzer's own; nil for none.
    var mutation: StructuredMutation? {
        switch self {
        case .cbor, .largeBlobs: .item(after: 1, words: KeySeeds.words)
        case .messages: .item(after: 2, words: KeySeeds.words)
        case .ctaphid: .steps(templates: HIDSeeds.templates, words: [], holdsItem: { _ in false })
        case .u2f, .commands:
            .steps(
                templates: self == .u2f ? KeySeeds.u2f.flatMap(\.self) : KeySeeds.templates, words: KeySeeds.words,
                holdsItem: { KeyCode($0) == .cbor })
        default: nil
        }
    }

    /// Generated initial inputs, besides the vectors.
    var seeds: [[UInt8]] {
        switch self {
        case .cbor: KeySeeds.items.map { [4] + $0 }
        case .messages: KeySeeds.messages
        case .ctaphid: HIDSeeds.inputs.map(Step.input)
        case .u2f: KeySeeds.u2f.map(Step.input)
        case .commands: KeySeeds.commands.map(Step.input)
        case .largeBlobs: KeySeeds.largeBlobArrays
        case .ecommpay: CheckoutSeeds.ecommpay
        case .placetopay: CheckoutSeeds.placetopay
        case .yuno: CheckoutSeeds.yuno
        case .takeme: CheckoutSeeds.takeme
        case .decimal: CheckoutSeeds.decimals
        case .brCode: CheckoutSeeds.codes
        default: []
        }
    }
}
