import CLibFIDO2
import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

@testable import SecurityKey

/// libfido2's own verification of an authenticator's output.
enum Judge {
    /// Whether the attestation is valid: `fido_cred_verify` with a certificate, otherwise `fido_cred_verify_self`.
    static func verdict(on made: MakeCredentialResponse, _ request: MakeCredentialRequest) throws -> FIDOStatus {
        let credential = try FIDOCredential()
        let key = try publicKey(of: made)
        try credential.set(
            clientDataHash: request.clientDataHash, rpID: request.rpID, rpName: request.rpName,
            algorithm: key.algorithm)
        let object = made.attestationObject
        let statement = object.statement.encoded
        let data = object.authenticatorData
        try FIDOFailure.check(fido_cred_set_authdata_raw(credential.pointer, data, data.count))
        try FIDOFailure.check(fido_cred_set_fmt(credential.pointer, object.format.rawValue))
        try FIDOFailure.check(fido_cred_set_attstmt(credential.pointer, statement, statement.count))
        return FIDOStatus(
            code: object.statement.mapValue?["x5c"] == nil
                ? fido_cred_verify_self(credential.pointer) : fido_cred_verify(credential.pointer))
    }

    /// Whether the signature is valid: `fido_assert_verify`.
    static func verdict(
        on signed: GetAssertionResponse, _ request: GetAssertionRequest, of made: MakeCredentialResponse
    ) throws -> FIDOStatus {
        let assertion = try FIDOAssertion(rpID: request.rpID, clientDataHash: request.clientDataHash, allowed: [])
        let pointer = assertion.pointer
        let (data, signature) = (signed.authenticatorData, signed.signature)
        try FIDOFailure.check(fido_assert_set_count(pointer, 1))
        try FIDOFailure.check(fido_assert_set_authdata_raw(pointer, 0, data, data.count))
        try FIDOFailure.check(fido_assert_set_sig(pointer, 0, signature, signature.count))
        let (algorithm, bytes) = try publicKey(of: made)
        let verify = { fido_assert_verify(pointer, 0, Int32(algorithm.rawValue), $0) }
        switch algorithm {
        case .es256:
            var key = es256_pk_new()
            defer { es256_pk_free(&key) }
            try FIDOFailure.check(es256_pk_from_ptr(key, bytes, bytes.count))
            return FIDOStatus(code: verify(key.map { UnsafeRawPointer($0) }))
        case .es384:
            var key = es384_pk_new()
            defer { es384_pk_free(&key) }
            try FIDOFailure.check(es384_pk_from_ptr(key, bytes, bytes.count))
            return FIDOStatus(code: verify(key.map { UnsafeRawPointer($0) }))
        case .edDSA:
            var key = eddsa_pk_new()
            defer { eddsa_pk_free(&key) }
            try FIDOFailure.check(eddsa_pk_from_ptr(key, bytes, bytes.count))
            return FIDOStatus(code: verify(key.map { UnsafeRawPointer($0) }))
        default:
            var key = rs256_pk_new()
            defer { rs256_pk_free(&key) }
            try FIDOFailure.check(rs256_pk_from_ptr(key, bytes, bytes.count))
            return FIDOStatus(code: verify(key.map { UnsafeRawPointer($0) }))
        }
    }

    /// A public key in libfido2's form: the concatenated bytes of its parameters.
    private static func publicKey(
        of made: MakeCredentialResponse
    ) throws -> (algorithm: COSEAlgorithm, bytes: [UInt8]) {
        let data = try AuthenticatorData(decoding: made.attestationObject.authenticatorData)
        let encoded = try #require(data.attestedCredentialData?.credentialPublicKey)
        let key = try #require(try CBOR(decoding: encoded, rules: .canonical).mapValue)
        let algorithm = COSEAlgorithm(rawValue: try #require(key[3]?.intValue))
        // n and e for RSA; x, and y if present, for the others.
        let labels: [CBOR] = algorithm == .rs256 ? [-1, -2] : [-2, -3]
        return (algorithm, labels.flatMap { key[$0]?.bytesValue ?? [] })
    }
}
