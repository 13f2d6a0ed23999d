import CTAP
import ToqueCBOR
import ToqueWebAuthn

/// The extension outputs for a new credential or an assertion; nil for an absent output. Only this type encodes them.
struct ExtensionOutputs: Sendable {
    // MARK: Signed, in the authenticator data

    /// The policy given to a new credential (CTAP 2.3 section 12.1).
    var credProtect: CredentialProtectionPolicy?
    /// True if a new credential stores the RP's blob (section 12.2).
    var isCredBlobKept: Bool?
    /// The blob, in an assertion; empty if none is stored.
    var credBlob: [UInt8]?
    /// For a new credential (section 12.5).
    var minPINLength: Int?
    /// For a new credential (section 12.6).
    var pinComplexityPolicy: Bool?
    /// True if a new credential has hmac-secret (section 12.7).
    var hasHMACSecret: Bool?
    /// The outputs of hmac-secret in an assertion, encrypted for the platform.
    var hmacSecret: [UInt8]?
    /// The same for a new credential (section 12.8).
    var hmacSecretMC: [UInt8]?
    /// True if an assertion's credential was made for such payments (section 12.9).
    var thirdPartyPayment: Bool?

    // MARK: Not signed

    /// For an authenticator that stores large blobs with their credentials (section 12.4).
    var largeBlob: LargeBlobExtension.Output?
    /// The outputs of hmac-secret for a client in this process (WebAuthn section 10.1.4).
    var prf: PRFValues?

    /// The extensions in the authenticator data; nil if there are none.
    var signed: CBORMap? {
        var map = CBORMap()
        map["credProtect"] = credProtect.map { .unsigned(UInt64($0.rawValue)) }
        map["credBlob"] = isCredBlobKept.map(CBOR.bool) ?? credBlob.map(CBOR.bytes)
        map["minPinLength"] = minPINLength.map(CBOR.int)
        map["pinComplexityPolicy"] = pinComplexityPolicy.map(CBOR.bool)
        map["hmac-secret"] = hasHMACSecret.map(CBOR.bool) ?? hmacSecret.map(CBOR.bytes)
        map["hmac-secret-mc"] = hmacSecretMC.map(CBOR.bytes)
        map["thirdPartyPayment"] = thirdPartyPayment.map(CBOR.bool)
        return map.isEmpty ? nil : map
    }

    /// unsignedExtensionOutputs of a CTAP response; nil if there are none.
    var unsigned: CBORMap? { largeBlob?.unsignedExtensionOutputs }
}
