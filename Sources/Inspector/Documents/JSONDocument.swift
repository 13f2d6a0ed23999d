import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

/// JSON whose members are decoded wherever WebAuthn, a ceremony document or the metadata service defines them, at any
/// depth: providers wrap them in their own bodies.
struct JSONDocument {
    let context: InspectionContext

    /// - Parameter context: without an RP ID, the document's own is used.
    init(_ json: JSON, context: InspectionContext) {
        var context = context
        context.rpID = context.rpID ?? Self.rpID(of: json)
        self.context = context
    }

    /// The RP ID in options, or in a ceremony with its options.
    private static func rpID(of json: JSON) -> String? {
        let options = json["options"] ?? json
        let inner = options["publicKey"] ?? options
        return json["rpId"]?.stringValue ?? inner["rpId"]?.stringValue ?? inner["rp"]?["id"]?.stringValue
    }

    /// The whole document, labeled by its kind.
    func node(_ json: JSON, _ span: JSONSpan? = nil) -> InspectionNode {
        if let metadata = MetadataDocument(json) { return metadata.node }
        let kind = Kind(json)
        var node = node(kind.rawValue, json, span)
        if node.value == nil { node.problem = kind.fault(of: json) }
        return node
    }

    /// The kind of a document, by its members.
    enum Kind: String {
        case ceremony = "ceremony"
        case verdict = "verdict"
        case creationOptions = "PublicKeyCredentialCreationOptions"
        case requestOptions = "PublicKeyCredentialRequestOptions"
        case registration = "RegistrationResponse"
        case authentication = "AuthenticationResponse"
        case other = "JSON"

        init(_ json: JSON) {
            let options = json["publicKey"] ?? json
            self =
                if json["options"] != nil, json["response"] != nil {
                    .ceremony
                } else if json["verdict"] != nil {
                    .verdict
                } else if json["response"]?["attestationObject"] != nil {
                    .registration
                } else if json["response"]?["signature"] != nil {
                    .authentication
                } else if options["challenge"] != nil, options["pubKeyCredParams"] != nil || options["user"] != nil {
                    .creationOptions
                } else if options["challenge"] != nil, json["origin"] == nil {
                    .requestOptions
                } else {
                    .other
                }
        }

        /// The faults that the strict reading of options or of a response finds.
        func fault(of json: JSON) -> String? {
            let options = json["publicKey"] ?? json
            do throws(JSONMemberError) {
                switch self {
                case .creationOptions: _ = try PublicKeyCredentialCreationOptions(json: options)
                case .requestOptions: _ = try PublicKeyCredentialRequestOptions(json: options)
                case .registration: _ = try RegistrationResponse(json: json)
                case .authentication: _ = try AuthenticationResponse(json: json)
                case .ceremony, .verdict, .other: break
                }
                return nil
            } catch {
                return "\(error)"
            }
        }
    }

    private func node(_ label: String, _ json: JSON, _ span: JSONSpan?) -> InspectionNode {
        switch json {
        case .object(let object):
            InspectionNode(
                label, object.isEmpty ? "empty" : nil, place: span?.range,
                children: object.members.enumerated().map { member($1.name, $1.value, span?.part($0), of: object) })
        case .array(let values):
            InspectionNode(
                label, values.isEmpty ? "empty" : nil, place: span?.range,
                children: values.enumerated().map { node("[\($0)]", $1, span?.part($0)) })
        case .null, .bool, .number, .string: InspectionNode(label, json, span)
        }
    }

    private func member(
        _ name: String, _ value: JSON, _ span: JSONSpan?, of object: JSONObject
    ) -> InspectionNode {
        switch (name, value) {
        case ("clientDataJSON", .string(let text)):
            decoded(name, text, span) { InspectionNode(clientDataJSON: $0, label: name) }
        case ("attestationObject", .string(let text)):
            decoded(name, text, span) { InspectionNode(attestationObject: $0, context: context, label: name) }
        case ("authenticatorData", .string(let text)), ("authData", .string(let text)):
            decoded(name, text, span) { InspectionNode(authenticatorData: $0, context: context, label: name) }
        case ("publicKey", .string(let text)), ("credentialPublicKey", .string(let text)):
            // In a response it is SubjectPublicKeyInfo, in a stored credential its COSE key.
            decoded(name, text, span) { bytes in
                bytes.first == 0x30
                    ? InspectionNode(subjectPublicKeyInfo: bytes, label: name)
                    : InspectionNode(publicKey: bytes, label: name)
            }
        case ("challenge", .string(let text)), ("rawId", .string(let text)), ("userHandle", .string(let text)),
            ("signature", .string(let text)):
            binary(name, text, span)
        case ("id", .string(let text)) where Self.hasBinaryID(object): binary(name, text, span)
        case ("alg", .number(let number)), ("publicKeyAlgorithm", .number(let number)):
            InspectionNode(name, number.int.map(InspectionNode.algorithm) ?? number.text, place: span?.range)
        case ("trustAnchors", .array(let values)), ("x5c", .array(let values)):
            InspectionNode(
                name, values.isEmpty ? "empty" : nil, place: span?.range,
                children: values.enumerated().map { index, value in
                    let (label, span) = ("[\(index)]", span?.part(index))
                    return value.stringValue.map { certificate(label, $0, span) } ?? node(label, value, span)
                })
        default: node(name, value, span)
        }
    }

    /// True if `id` contains bytes: that of an RP, a ceremony and a verdict is text.
    private static func hasBinaryID(_ object: JSONObject) -> Bool {
        object["type"]?.stringValue == "public-key" || object["rawId"] != nil || object["displayName"] != nil
            || object["publicKey"]?.stringValue != nil
    }

    /// A member that contains more than bytes.
    private func decoded(
        _ name: String, _ text: String, _ span: JSONSpan?, _ node: ([UInt8]) -> InspectionNode
    ) -> InspectionNode {
        guard let (bytes, deviations) = Base64URL.decodeTolerant(text) else {
            return InspectionNode(name, text, place: span?.range, problem: Self.fault(of: text))
        }
        var node = node(bytes).decoded(from: span?.range, bytes)
        if !deviations.isEmpty { node.add(problem: "not base64url without padding") }
        return node
    }

    /// A member that contains only bytes.
    private func binary(_ name: String, _ text: String, _ span: JSONSpan?) -> InspectionNode {
        guard let (bytes, deviations) = Base64URL.decodeTolerant(text) else {
            return InspectionNode(name, text, place: span?.range, problem: Self.fault(of: text))
        }
        var node = InspectionNode(name, "\(text) (\(InspectionNode.count(bytes.count)))", place: span?.range)
        if !deviations.isEmpty { node.add(problem: "not base64url without padding") }
        // Section 13.4.3.
        if name == "challenge", bytes.count < 16 { node.add(problem: "shorter than 16 bytes, which can be guessed") }
        return node
    }

    /// Why text is not base64url.
    private static func fault(of text: String) -> String {
        let bits = Base64URL.strayBits(in: text).map { ": character \($0) sets bits beyond the last byte" }
        return "not base64url\(bits ?? "")"
    }

    /// A certificate as text: PEM, or base64 of DER.
    private func certificate(_ label: String, _ text: String, _ span: JSONSpan?) -> InspectionNode {
        if let blocks = PEMDocument(text)?.blocks, let block = blocks.first, blocks.count == 1 {
            var node = block.node(context: context, label: label)
            node.place = span?.range
            return node
        }
        guard let bytes = Base64URL.decodeTolerant(text)?.bytes else {
            return InspectionNode(label, text, place: span?.range, problem: "neither PEM nor base64")
        }
        return InspectionNode(certificate: bytes, context: context, label: label).decoded(from: span?.range, bytes)
    }
}
