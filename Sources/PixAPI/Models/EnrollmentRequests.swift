import ToqueEncoding

/// Body of `POST /enrollments/`.
public struct CreateEnrollmentRequest: JSONModel, Hashable {
    public var externalID: String?
    public var customer: CustomerReference
    public var institution: String
    /// For people, such as `600f1b4a-Mobile`.
    public var name: String?
    public var platform: Platform
    /// Where the bank sends the account holder back to. The guide requires it, the API reference does not.
    public var callbackURL: String?
    /// The regulator's RiskSignals object in camelCase, as the SDK made it.
    public var riskSignals: JSONObject

    public init(
        externalID: String? = nil, customer: CustomerReference, institution: String, name: String? = nil,
        platform: Platform, callbackURL: String?, riskSignals: JSONObject
    ) {
        self.externalID = externalID
        self.customer = customer
        self.institution = institution
        self.name = name
        self.platform = platform
        self.callbackURL = callbackURL
        self.riskSignals = riskSignals
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let type = try reader.member("type", expected: "\"\(Enrollment.type)\"")
        guard try type.string() == Enrollment.type else { throw type.mismatch(expected: "\"\(Enrollment.type)\"") }
        externalID = try reader.optionalText("external_id")
        let details = try reader.member("details", expected: "an object")
        customer = try details.model("customer", CustomerReference.self)
        institution = try details.text("institution")
        name = try details.optionalText("name")
        platform = try details.value("platform", Platform.self)
        callbackURL = try details.optionalText("callback_url")
        riskSignals = try details.member("risk_signals", expected: "an object").object()
    }

    public var json: JSON {
        var object: JSONObject = ["type": .string(Enrollment.type)]
        object["external_id"] = externalID.map(JSON.string)
        var details: JSONObject = ["customer": customer.json, "institution": .string(institution)]
        details["name"] = name.map(JSON.string)
        details["platform"] = .string(platform.rawValue)
        details["callback_url"] = callbackURL.map(JSON.string)
        details["risk_signals"] = .object(riskSignals)
        object["details"] = .object(details)
        return .object(object)
    }
}

/// Body of `POST /enrollments/complete-redirection/`: what came back on the callback URL, of a success or of an error.
public enum CompleteRedirectionRequest: JSONModel, Hashable {
    case success(state: String, code: String, idToken: String)
    /// `error` is an OAuth error code such as `access_denied`.
    case failure(state: String, error: String, description: String?)

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let state = try reader.text("state")
        if let error = try reader.optionalText("error") {
            self = .failure(
                state: state, error: error, description: try reader.optionalText("error_description"))
        } else {
            self = .success(state: state, code: try reader.text("code"), idToken: try reader.text("id_token"))
        }
    }

    /// The parameters of a callback URL, from its query and its fragment: an OpenID Connect hybrid flow may use either.
    /// - Throws: `JSONMemberError` naming the parameter that is missing.
    public init(callbackURL: String) throws(JSONMemberError) {
        var parameters = JSONObject()
        let parts = callbackURL.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
        for text in [query, parts.dropFirst().first].compactMap({ $0 }) {
            guard let pairs = FormURLEncoding.decode(text) else {
                throw JSONMemberError(path: "callback URL", found: "parameters that are not UTF-8", expected: "UTF-8")
            }
            for (name, value) in pairs { parameters[name] = .string(value) }
        }
        try self.init(JSONReader(.object(parameters)))
    }

    public var state: String {
        switch self {
        case .success(let state, _, _), .failure(let state, _, _): state
        }
    }

    public var json: JSON {
        switch self {
        case .success(let state, let code, let idToken):
            return ["state": .string(state), "code": .string(code), "id_token": .string(idToken)]
        case .failure(let state, let error, let description):
            var object: JSONObject = ["state": .string(state), "error": .string(error)]
            object["error_description"] = description.map(JSON.string)
            return .object(object)
        }
    }
}

/// Body of `POST /enrollments/{id}/confirm/`: the new credential.
public struct ConfirmEnrollmentRequest: JSONModel, Hashable {
    public var credentialID: [UInt8]
    public var clientDataJSON: [UInt8]
    public var attestationObject: [UInt8]
    public var clientExtensionResults: JSONObject

    public init(
        credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8],
        clientExtensionResults: JSONObject = [:]
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.clientExtensionResults = clientExtensionResults
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let data = try reader.member("confirmation_data", expected: "an object")
        credentialID = try data.credentialID()
        let response = try data.member("response", expected: "an object")
        clientDataJSON = try response.bytes("clientDataJSON")
        attestationObject = try response.bytes("attestationObject")
        clientExtensionResults = try data.optional("clientExtensionResults")?.object() ?? [:]
    }

    /// `authenticatorAttachment` is always `platform`, as the guide has it.
    public var json: JSON {
        let response: JSONObject = [
            "attestationObject": .base64URL(attestationObject), "clientDataJSON": .base64URL(clientDataJSON),
        ]
        return [
            "confirmation_data": .credential(
                id: credentialID, response: response, extensionResults: clientExtensionResults)
        ]
    }
}

extension JSONReader {
    /// `id` and `rawId`, which have to name the same bytes.
    func credentialID() throws(JSONMemberError) -> [UInt8] {
        let type = try member("type", expected: "\"public-key\"")
        guard try type.string() == "public-key" else { throw type.mismatch(expected: "\"public-key\"") }
        let id = try bytes("id")
        guard try bytes("rawId") == id else {
            throw try member("rawId").mismatch(expected: "the same credential ID as id")
        }
        return id
    }
}

extension JSON {
    /// The members that a registration and an assertion share, in the guide's order.
    static func credential(id: [UInt8], response: JSONObject, extensionResults: JSONObject) -> JSON {
        [
            "authenticatorAttachment": "platform", "id": .base64URL(id), "rawId": .base64URL(id),
            "type": "public-key", "response": .object(response),
            "clientExtensionResults": .object(extensionResults),
        ]
    }
}
