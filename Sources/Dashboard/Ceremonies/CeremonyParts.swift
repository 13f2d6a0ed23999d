import Inspector
import Pages
import ToqueEncoding

/// The values of a ceremony, byte by byte.
struct CeremonyParts {
    private let document: JSON
    private let context: InspectionContext

    /// - Parameter document: the input of `toque verify`.
    init(_ document: JSON) {
        self.document = document
        let options = document["options"]?["publicKey"] ?? document["options"] ?? .null
        context = InspectionContext(
            rpID: document["rpId"]?.stringValue ?? options["rpId"]?.stringValue ?? options["rp"]?["id"]?.stringValue,
            time: document["time"]?.stringValue.flatMap { Timestamp($0) })
    }

    /// - Parameter texts: of the titles.
    func views(_ texts: PageTexts) -> ByteViews {
        var views = ByteViews()
        if let options = document["options"] {
            let bytes = options.utf8
            if let node = try? Inspection(bytes, as: .json, context: context).node {
                views.add(ByteFields(node, id: "o", title: texts[.ceremonyOptions], bytes: bytes))
            }
        }
        add("clientDataJSON", id: "c", texts[.ceremonyClientData], to: &views) { InspectionNode(clientDataJSON: $0) }
        add("authenticatorData", id: "d", texts[.ceremonyAuthenticatorData], to: &views) {
            InspectionNode(authenticatorData: $0, context: context)
        }
        add("attestationObject", id: "t", texts[.ceremonyStatement], to: &views) {
            InspectionNode(attestationObject: $0, context: context)
        }
        add("signature", id: "s", texts[.ceremonySignature], to: &views) { InspectionNode(signature: $0) }
        return views
    }

    private func add(
        _ member: String, id: String, _ title: String, to views: inout ByteViews, _ node: ([UInt8]) -> InspectionNode
    ) {
        guard let text = document["response"]?["response"]?[member]?.stringValue,
            let bytes = Base64URL.decodeTolerant(text)?.bytes
        else { return }
        // Authenticator data of a registration is in the attestation object, too.
        if member == "authenticatorData", document["kind"]?.stringValue == "registration" { return }
        views.add(ByteFields(node(bytes), id: id, title: title, bytes: bytes))
    }
}
