import ToqueEncoding
import ToqueWebAuthn

/// The extensions that this client processes, by identifier (section 9.1). Others have no effect.
enum ClientExtension: String {
    /// Section 10.1.3.
    case credProps
    /// Section 10.1.4.
    case prf
    /// Section 10.1.5.
    case largeBlob
    /// CTAP 2.3 section 12.1.
    case credentialProtectionPolicy, enforceCredentialProtectionPolicy
    /// CTAP 2.3 section 12.2.
    case credBlob, getCredBlob
    /// CTAP 2.3 section 12.5.
    case minPinLength
    /// Secure Payment Confirmation, section 5.
    case payment
    /// Section 10.1.1.
    case appID = "appid"
    /// Section 10.1.2.
    case appIDExclude = "appidExclude"

    static let ofRegistration: Set<ClientExtension> = [
        .credProps, .prf, .largeBlob, .credentialProtectionPolicy, .enforceCredentialProtectionPolicy, .credBlob,
        .minPinLength, .payment, .appIDExclude,
    ]
    static let ofAuthentication: Set<ClientExtension> = [
        .prf, .largeBlob, .getCredBlob, .payment, .appID,
    ]
}

extension JSONReader {
    /// The input of an extension; nil if it is not requested.
    func input(_ name: ClientExtension) throws(JSONMemberError) -> JSONReader? { try optional(name.rawValue) }

    /// A boolean input; absent means false.
    func flag(_ name: ClientExtension) throws(JSONMemberError) -> Bool { try flag(name.rawValue) }

    func flag(_ name: String) throws(JSONMemberError) -> Bool { try optional(name)?.bool() ?? false }

    /// `payment.isPayment`. The other members of AuthenticationExtensionsPaymentInputs describe a payment that a
    /// browser displays and signs as `payment.get`. This client displays none, and ignores them and leaves the type of
    /// the client data unchanged.
    func isPayment() throws(JSONMemberError) -> Bool { try input(.payment)?.flag("isPayment") ?? false }

    /// AuthenticationExtensionsPRFValuesJSON.
    func prfValues() throws(JSONMemberError) -> PRFValues {
        PRFValues(
            first: try member("first", expected: "base64url").base64URL(), second: try optional("second")?.base64URL())
    }
}

extension JSONObject {
    subscript(name: ClientExtension) -> JSON? {
        get { self[name.rawValue] }
        set { self[name.rawValue] = newValue }
    }
}

extension JSON {
    /// True if an object has the member and it is not null.
    func has(_ member: String) -> Bool { self[member]?.isNull == false }
}

extension PRFValues {
    var json: JSON {
        var values: JSONObject = ["first": .base64URL(first)]
        values["second"] = second.map { .base64URL($0) }
        return .object(values)
    }
}

/// Reads extension inputs.
/// - Throws: `typeError` with the member's name, as a browser does for a value of a wrong type.
func readingExtensions<Value>(
    _ inputs: JSONObject, _ body: (JSONReader) throws(JSONMemberError) -> Value
) throws(WebAuthnError) -> Value {
    do throws(JSONMemberError) {
        return try body(JSONReader(.object(inputs), path: "extensions"))
    } catch {
        throw WebAuthnError(.typeError, "\(error)")
    }
}
