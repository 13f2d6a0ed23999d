import Attestation
import CLibFIDO2
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// libfido2's verification of the same responses, from a server's input to the verdict. Client data is passed as its
/// hash, because libfido2 does not read it.
struct FIDOVerification: Sendable {
    /// FIDO_OK, or an error.
    private let verify: @Sendable () -> Int32

    /// nil if libfido2 does not support the format or the algorithm.
    private init?(_ verify: @escaping @Sendable () -> Int32) {
        fido_init(0)
        guard verify() == FIDO_OK else { return nil }
        self.verify = verify
    }

    func run() { precondition(verify() == FIDO_OK, "the benchmark's own response") }

    /// `fido_cred_verify`, or `fido_cred_verify_self` for self attestation.
    init?(_ sample: SampleRegistration) {
        let format = sample.statement.format.rawValue
        let statement = sample.statement.encoded.encoded
        let data = sample.material.authenticatorData.encoded
        let clientDataJSON = sample.ceremony.response.clientDataJSON
        let isSelf = !sample.hasCertificate
        self.init {
            var credential = fido_cred_new()
            defer { fido_cred_free(&credential) }
            fido_cred_set_type(credential, COSE_ES256)
            let hash = Digest.sha256(clientDataJSON)
            fido_cred_set_clientdata_hash(credential, hash, hash.count)
            fido_cred_set_rp(credential, ClientCeremonies.rpID, nil)
            fido_cred_set_fmt(credential, format)
            fido_cred_set_authdata_raw(credential, data, data.count)
            fido_cred_set_attstmt(credential, statement, statement.count)
            return isSelf ? fido_cred_verify_self(credential) : fido_cred_verify(credential)
        }
    }

    /// `fido_assert_verify`.
    init?(_ sample: SampleAssertion) {
        let response = sample.ceremony.response
        let key = sample.key.publicKey
        let algorithm = Int32(sample.key.algorithm.rawValue)
        self.init {
            var assertion = fido_assert_new()
            defer { fido_assert_free(&assertion) }
            let hash = Digest.sha256(response.clientDataJSON)
            fido_assert_set_clientdata_hash(assertion, hash, hash.count)
            fido_assert_set_rp(assertion, ClientCeremonies.rpID)
            fido_assert_set_uv(assertion, FIDO_OPT_TRUE)
            fido_assert_set_count(assertion, 1)
            fido_assert_set_authdata_raw(
                assertion, 0, response.authenticatorData, response.authenticatorData.count)
            fido_assert_set_sig(assertion, 0, response.signature, response.signature.count)
            return Self.withPublicKey(key) { fido_assert_verify(assertion, 0, algorithm, $0) } ?? FIDO_ERR_INTERNAL
        }
    }

    /// A key in libfido2's form; nil if it has none.
    private static func withPublicKey(
        _ parameters: PublicKeyParameters, _ body: (UnsafeRawPointer?) -> Int32
    ) -> Int32? {
        switch parameters {
        case .ec(.p256, let x, let y):
            var key = es256_pk_new()
            defer { es256_pk_free(&key) }
            es256_pk_from_ptr(key, x + y, 64)
            return body(UnsafeRawPointer(key))
        case .ec(.p384, let x, let y):
            var key = es384_pk_new()
            defer { es384_pk_free(&key) }
            es384_pk_from_ptr(key, x + y, 96)
            return body(UnsafeRawPointer(key))
        case .ed25519(let bytes):
            var key = eddsa_pk_new()
            defer { eddsa_pk_free(&key) }
            eddsa_pk_from_ptr(key, bytes, bytes.count)
            return body(UnsafeRawPointer(key))
        case .rsa(let modulus, let exponent):
            var key = rs256_pk_new()
            defer { rs256_pk_free(&key) }
            rs256_pk_from_ptr(key, modulus + exponent, modulus.count + exponent.count)
            return body(UnsafeRawPointer(key))
        case .ec, .ed448: return nil
        }
    }
}
