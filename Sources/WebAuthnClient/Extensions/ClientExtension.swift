import ToqueEncoding
import ToqueWebAuthn

/// The extensions that this client processes, by their identifiers (section 9.1). Any other has no effect.
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
    /// The input of an extension; nil where it is not asked for.
    func input(_ name: ClientExtension) throws(JSONMemberError) -> JSONReader? { try optional(name.rawValue) }

    /// A boolean input that counts as false where it is absent.
    func flag(_ name: ClientExtension) throws(JSONMemberError) -> Bool { try flag(name.rawValue) }

    func flag(_ name: String) throws(JSONMemberError) -> Bool { try optional(name)?.bool() ?? false }

    /// `payment.isPayment`. The other members of AuthenticationExtensionsPaymentInputs describe what a browser shows in
    /// a payment request of its own and signs as `payment.get`; this client, which shows none, leaves them and the type
    /// of the client data alone.
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
    /// Whether an object has the member; null is as good as none.
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
/// - Throws: `typeError` that names the member, as where a script gives a browser a value of a wrong type.
func readingExtensions<Value>(
    _ inputs: JSONObject, _ body: (JSONReader) throws(JSONMemberError) -> Value
) throws(WebAuthnError) -> Value {
    do throws(JSONMemberError) {
        return try body(JSONReader(.object(inputs), path: "extensions"))
    } catch {
        throw WebAuthnError(.typeError, "\(error)")
    }
}
