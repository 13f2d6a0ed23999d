import Attestation
import CLibFIDO2
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// libfido2's verification of the same responses: the call alone, with everything set before.
final class FIDOVerification: @unchecked Sendable {
    // Sendable: nothing is changed after init.
    private let call: () -> Int32
    private let release: () -> Void

    private init(call: @escaping () -> Int32, release: @escaping () -> Void) {
        self.call = call
        self.release = release
    }

    deinit { release() }

    func run() { precondition(call() == FIDO_OK, "the benchmark's own response") }

    /// `fido_cred_verify`, or `fido_cred_verify_self` for self attestation; nil for a format that it does not know.
    static func registration(_ sample: SampleRegistration) -> FIDOVerification? {
        fido_init(0)
        guard let credential = fido_cred_new() else { return nil }
        let statement = sample.statement.encoded.encoded
        let data = sample.material.authenticatorData.encoded
        let hash = sample.material.clientDataHash
        fido_cred_set_type(credential, COSE_ES256)
        fido_cred_set_clientdata_hash(credential, hash, hash.count)
        fido_cred_set_rp(credential, Ceremonies.rpID, nil)
        fido_cred_set_fmt(credential, sample.statement.format.rawValue)
        fido_cred_set_authdata_raw(credential, data, data.count)
        fido_cred_set_attstmt(credential, statement, statement.count)
        let isSelf = if case .packed(let packed) = sample.statement { packed.x5c == nil } else { false }
        return known(
            FIDOVerification(
                call: { isSelf ? fido_cred_verify_self(credential) : fido_cred_verify(credential) },
                release: {
                    var credential: OpaquePointer? = credential
                    fido_cred_free(&credential)
                }))
    }

    /// `fido_assert_verify`; nil for an algorithm that it does not know.
    static func assertion(_ sample: SampleAssertion) -> FIDOVerification? {
        fido_init(0)
        guard let assertion = fido_assert_new(), let key = publicKey(sample.key.publicKey) else { return nil }
        let response = sample.ceremony.response
        let hash = Digest.sha256(response.clientDataJSON)
        fido_assert_set_clientdata_hash(assertion, hash, hash.count)
        fido_assert_set_rp(assertion, Ceremonies.rpID)
        fido_assert_set_uv(assertion, FIDO_OPT_TRUE)
        fido_assert_set_count(assertion, 1)
        fido_assert_set_authdata_raw(assertion, 0, response.authenticatorData, response.authenticatorData.count)
        fido_assert_set_sig(assertion, 0, response.signature, response.signature.count)
        let algorithm = Int32(sample.key.algorithm.rawValue)
        return known(
            FIDOVerification(
                call: { fido_assert_verify(assertion, 0, algorithm, UnsafeRawPointer(key.pointer)) },
                release: {
                    var assertion: OpaquePointer? = assertion
                    fido_assert_free(&assertion)
                    key.free()
                }))
    }

    private static func known(_ verification: FIDOVerification) -> FIDOVerification? {
        verification.call() == FIDO_OK ? verification : nil
    }

    /// libfido2's own form of a key; nil where it has none.
    private static func publicKey(
        _ parameters: PublicKeyParameters
    ) -> (pointer: OpaquePointer, free: () -> Void)? {
        var pointer: OpaquePointer?
        let free: (UnsafeMutablePointer<OpaquePointer?>) -> Void
        switch parameters {
        case .ec(.p256, let x, let y):
            pointer = es256_pk_new()
            es256_pk_from_ptr(pointer, x + y, 64)
            free = { es256_pk_free($0) }
        case .ec(.p384, let x, let y):
            pointer = es384_pk_new()
            es384_pk_from_ptr(pointer, x + y, 96)
            free = { es384_pk_free($0) }
        case .ed25519(let bytes):
            pointer = eddsa_pk_new()
            eddsa_pk_from_ptr(pointer, bytes, bytes.count)
            free = { eddsa_pk_free($0) }
        case .rsa(let modulus, let exponent):
            pointer = rs256_pk_new()
            rs256_pk_from_ptr(pointer, modulus + exponent, modulus.count + exponent.count)
            free = { rs256_pk_free($0) }
        default: return nil
        }
        guard let pointer else { return nil }
        return (
            pointer,
            {
                var pointer: OpaquePointer? = pointer
                free(&pointer)
            }
        )
    }
}
