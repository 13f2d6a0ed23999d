import ToqueCOSE
import ToqueWebAuthn

extension AttestationFormat {
    /// Whether the format has statements for credentials of an algorithm: U2F knows ES256 alone (section 8.6), and a
    /// TPM has neither Edwards curves nor secp256k1 (TCG Algorithm Registry section 6.4).
    public func attests(_ algorithm: COSEAlgorithm) -> Bool {
        switch self {
        case .fidoU2F: algorithm == .es256
        case .tpm: TPMScheme(algorithm) != nil && algorithm.curve.map { TPMCurve($0) != nil } != false
        default: true
        }
    }
}
