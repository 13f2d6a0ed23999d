import ToqueEncoding
import ToqueWebAuthn

/// Client extension processing of a registration (section 9.4): converts the relying party's inputs for the
/// authenticator, and its outputs for the relying party.
struct RegistrationExtensions {
    let inputs: RegistrationExtensionInputs
    private let wantsCredProps: Bool

    /// - Parameter origin: the caller.
    /// - Throws: `typeError` for a member of a wrong type, `notSupportedError` for an input that only authentications
    ///   have, `securityError` for an AppID that does not belong to the caller.
    init(_ requested: JSONObject, origin: Origin) throws(WebAuthnError) {
        // Section 10.1.4, registration, step 1, and section 10.1.5, registration, step 1.
        for (name, member) in [
            (ClientExtension.prf, "evalByCredential"), (.largeBlob, "read"), (.largeBlob, "write"),
        ] where requested[name]?.has(member) == true {
            throw WebAuthnError(
                .notSupportedError,
                "extensions.\(name.rawValue).\(member) belongs to authentication, a registration cannot have it")
        }
        var inputs = try readingExtensions(requested) { (extensions) throws(JSONMemberError) in
            try RegistrationExtensionInputs(extensions)
        }
        inputs.appIDExclude = try AppID(of: .appIDExclude, in: requested)?.checked(for: origin)
        self.inputs = inputs
        // Anything but true requests nothing: credProps is merely informative, and servers also send text.
        wantsCredProps = requested[ClientExtension.credProps] == .bool(true)
    }

    /// The member clientExtensionResults (AuthenticationExtensionsClientOutputsJSON). credProtect and minPinLength
    /// answer only in the authenticator data.
    func results(of made: MakeCredentialResponse) -> JSONObject {
        var results = JSONObject()
        if wantsCredProps {
            // Section 10.1.3: omitted if unknown.
            var properties = JSONObject()
            properties["rk"] = made.isResidentKey.map(JSON.bool)
            results[ClientExtension.credProps] = .object(properties)
        }
        if inputs.prf {
            var prf: JSONObject = ["enabled": .bool(made.extensions.prfEnabled ?? false)]
            prf["results"] = made.extensions.prfResults?.json
            results[ClientExtension.prf] = .object(prf)
        }
        if inputs.largeBlob != nil {
            results[ClientExtension.largeBlob] = ["supported": .bool(made.extensions.largeBlobSupported ?? false)]
        }
        // Section 10.1.2: it was acted upon.
        if inputs.appIDExclude != nil { results[ClientExtension.appIDExclude] = true }
        if inputs.credBlob != nil { results[ClientExtension.credBlob] = made.extensions.credBlob.map(JSON.bool) }
        return results
    }
}

extension RegistrationExtensionInputs {
    fileprivate init(_ extensions: JSONReader) throws(JSONMemberError) {
        let prf = try extensions.input(.prf)
        self.init(
            credentialProtectionPolicy: try extensions.input(.credentialProtectionPolicy)?.protectionPolicy(),
            enforceCredentialProtectionPolicy: try extensions.flag(.enforceCredentialProtectionPolicy),
            prf: prf != nil,
            prfEvaluation: try prf?.optional("eval")?.prfValues(),
            credBlob: try extensions.input(.credBlob)?.base64URL(),
            largeBlob: try extensions.input(.largeBlob)?.largeBlobSupport(),
            minPinLength: try extensions.flag(.minPinLength),
            payment: try extensions.isPayment())
    }
}

extension JSONReader {
    fileprivate func protectionPolicy() throws(JSONMemberError) -> CredentialProtectionPolicy {
        let text = try string()
        guard let policy = CredentialProtectionPolicy.allCases.first(where: { $0.identifier == text }) else {
            throw mismatch(
                expected: CredentialProtectionPolicy.allCases.map(\.identifier).joined(separator: ", "))
        }
        return policy
    }

    /// Section 10.1.5, registration, step 3: an absent `support` means `preferred`.
    fileprivate func largeBlobSupport() throws(JSONMemberError) -> LargeBlobSupport {
        guard let member = try optional("support") else { return .preferred }
        guard let support = LargeBlobSupport(rawValue: try member.string()) else {
            throw member.mismatch(expected: LargeBlobSupport.allCases.map(\.rawValue).joined(separator: " or "))
        }
        return support
    }
}
