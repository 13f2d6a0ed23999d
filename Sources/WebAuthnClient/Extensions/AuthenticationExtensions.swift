import ToqueEncoding
import ToqueWebAuthn

/// Client extension processing of an authentication (section 9.4): converts the relying party's inputs for the
/// authenticator, and its outputs for the relying party.
struct AuthenticationExtensions {
    let inputs: AuthenticationExtensionInputs
    private let wantsPRF: Bool

    /// - Parameter origin: the caller.
    /// - Throws: `typeError` for a member of a wrong type, `notSupportedError` for inputs that exclude each other or
    ///   need another allow list, `syntaxError` for PRF values of a credential that is not in the allow list,
    ///   `securityError` for an AppID that is not the caller's.
    init(
        _ requested: JSONObject, allowCredentials: [PublicKeyCredentialDescriptor], origin: Origin
    ) throws(WebAuthnError) {
        try Self.check(prf: requested[ClientExtension.prf], allowCredentials)
        try Self.check(largeBlob: requested[ClientExtension.largeBlob], allowCredentials)
        var inputs = try readingExtensions(requested) { (extensions) throws(JSONMemberError) in
            try AuthenticationExtensionInputs(extensions)
        }
        inputs.appID = try AppID(of: .appID, in: requested)?.checked(for: origin)
        self.inputs = inputs
        wantsPRF = JSON.object(requested).has(ClientExtension.prf.rawValue)
    }

    /// The member clientExtensionResults (AuthenticationExtensionsClientOutputsJSON).
    func results(of assertion: GetAssertionResponse) -> JSONObject {
        var results = JSONObject()
        if wantsPRF {
            var prf = JSONObject()
            prf["results"] = assertion.extensions.prfResults?.json
            results[ClientExtension.prf] = .object(prf)
        }
        switch inputs.largeBlob {
        case .read:
            var largeBlob = JSONObject()
            largeBlob["blob"] = assertion.extensions.largeBlob.map { .base64URL($0) }
            results[ClientExtension.largeBlob] = .object(largeBlob)
        case .write:
            results[ClientExtension.largeBlob] = ["written": .bool(assertion.extensions.largeBlobWritten ?? false)]
        case nil: break
        }
        if inputs.appID != nil { results[ClientExtension.appID] = .bool(assertion.extensions.appID ?? false) }
        if inputs.getCredBlob {
            results[ClientExtension.getCredBlob] = assertion.extensions.credBlob.map { .base64URL($0) }
        }
        return results
    }

    /// Section 10.1.4, authentication, steps 1 and 2.
    private static func check(
        prf: JSON?, _ allowCredentials: [PublicKeyCredentialDescriptor]
    ) throws(WebAuthnError) {
        let path = "extensions.prf.evalByCredential"
        guard let byCredential = prf?["evalByCredential"]?.objectValue, !byCredential.isEmpty else { return }
        guard !allowCredentials.isEmpty else {
            throw WebAuthnError(.notSupportedError, "\(path) needs the credentials that it names in allowCredentials")
        }
        for name in byCredential.names {
            guard let id = Base64URL.decode(name), !id.isEmpty else {
                throw WebAuthnError(
                    .syntaxError, "\(path): found \(name.quoted), expected a credential ID as base64url")
            }
            guard allowCredentials.contains(where: { $0.id == id }) else {
                throw WebAuthnError(.syntaxError, "\(path): \(name.quoted) is not in allowCredentials")
            }
        }
    }

    /// Section 10.1.5, authentication, steps 1, 2 and 4.
    private static func check(
        largeBlob: JSON?, _ allowCredentials: [PublicKeyCredentialDescriptor]
    ) throws(WebAuthnError) {
        let path = "extensions.largeBlob"
        guard let largeBlob else { return }
        guard !largeBlob.has("support") else {
            throw WebAuthnError(
                .notSupportedError, "\(path).support belongs to registration, an authentication cannot have it")
        }
        guard largeBlob.has("write") else { return }
        guard !largeBlob.has("read") else {
            throw WebAuthnError(.notSupportedError, "\(path): read and write exclude each other")
        }
        guard allowCredentials.count == 1 else {
            throw WebAuthnError(
                .notSupportedError,
                "\(path).write needs one credential in allowCredentials, found \(allowCredentials.count)")
        }
    }
}

extension AuthenticationExtensionInputs {
    fileprivate init(_ extensions: JSONReader) throws(JSONMemberError) {
        let prf = try extensions.input(.prf)
        self.init(
            prfEvaluation: try prf?.optional("eval")?.prfValues(),
            prfEvaluationByCredential: try prf?.optional("evalByCredential")?.prfValuesByCredential() ?? [:],
            getCredBlob: try extensions.flag(.getCredBlob),
            largeBlob: try extensions.input(.largeBlob)?.largeBlob(),
            payment: try extensions.isPayment())
    }
}

extension JSONReader {
    /// For IDs that are valid; a separate rule checks whether each name is an ID.
    fileprivate func prfValuesByCredential() throws(JSONMemberError) -> [[UInt8]: PRFValues] {
        var values: [[UInt8]: PRFValues] = [:]
        for name in try object().names {
            let evaluation = try member(name, expected: "an object").prfValues()
            if let id = Base64URL.decode(name) { values[id] = evaluation }
        }
        return values
    }

    fileprivate func largeBlob() throws(JSONMemberError) -> AuthenticationExtensionInputs.LargeBlob? {
        if let blob = try optional("write") { return .write(try blob.base64URL()) }
        return try flag("read") ? .read : nil
    }
}
