import CeremonyDocuments
import RelyingParty
import ToqueEncoding
import ToqueWebAuthn

/// A ceremony of Biometric Pix, before it is created.
protocol PixCeremony: Sendable {
    var options: JSON { get set }
    var clientData: CollectedClientData { get set }
    var authenticatorData: AuthenticatorData { get set }
    var credentialID: [UInt8] { get set }
    var clientExtensionResults: JSONObject { get set }
    var policy: VerificationPolicy { get set }
    var edits: PixEdits { get set }

    func ceremony() throws -> CeremonyDocument.Ceremony
}

extension PixCeremony {
    /// The options without the wrapper of `navigator.credentials`.
    var publicKeyOptions: JSON { options["publicKey"] ?? options }

    /// The ceremony's document, with every member of the shape's options.
    func document(id: String, description: String, expected: Expectation = .valid) throws -> JSON {
        var json = CeremonyDocument(
            id: id, description: description, ceremony: try ceremony(), policy: policy, expected: expected
        ).json
        json.set("options", options)
        try edits.document(&json)
        return json
    }
}

extension JSON {
    /// Sets a member of an object; nil removes it. Other values do not change.
    mutating func set(_ name: String, _ value: JSON?) {
        guard case .object(var object) = self else { return }
        object[name] = value
        self = .object(object)
    }

    /// Changes a member of an object in place.
    mutating func change(_ name: String, _ body: (inout JSON) -> Void) {
        guard var value = self[name] else { return }
        body(&value)
        set(name, value)
    }
}
