import ToqueCOSE
import ToqueCrypto

extension Verification {
    /// Imports the credential public key, which finds a point off the curve and a weak modulus.
    /// - Parameters:
    ///   - offered: the algorithms of `pubKeyCredParams`; nil for a stored key.
    ///   - allowRS1: true if the key may sign with SHA-1.
    mutating func importPublicKey(
        _ bytes: [UInt8], offered: [COSEAlgorithm]? = nil, allowRS1: Bool
    ) throws(VerificationFailure) -> (value: COSEKey, verifying: COSEVerifyingKey) {
        try check(.publicKey) { () throws(VerificationFailure) in
            do {
                let key = try COSEKey(decoding: bytes, allowRS1: allowRS1)
                // A stored key was checked at its registration.
                guard offered == nil || key.parameters.isPoint else {
                    throw CryptoError.invalidKey("the point is not on the curve")
                }
                return (key, try key.verifyingKey())
            } catch COSEError.unsupportedAlgorithm(let algorithm) {
                if offered?.contains(algorithm) == false { throw Self.notOffered(algorithm) }
                if algorithm == .rs1 {
                    throw VerificationFailure(
                        .algorithmNotAllowed, "algorithm \(algorithm) is for the keys of TPMs, by leave of the policy")
                }
                throw VerificationFailure(.algorithmUnsupported, "algorithm \(algorithm) is not supported")
            } catch {
                throw VerificationFailure(.malformedPublicKey, "\(error)")
            }
        }
    }

    /// Step 20 of section 7.1: alg is one of those offered.
    mutating func verifyAlgorithm(
        of key: COSEKey, offered: [COSEAlgorithm]
    ) throws(VerificationFailure) {
        try check(
            .algorithm, offered.contains(key.algorithm), .algorithmNotAllowed, Self.notOffered(key.algorithm).message)
    }

    private static func notOffered(_ algorithm: COSEAlgorithm) -> VerificationFailure {
        VerificationFailure(.algorithmNotAllowed, "algorithm \(algorithm) was not offered in pubKeyCredParams")
    }
}
