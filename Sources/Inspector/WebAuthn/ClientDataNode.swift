import ToqueEncoding
import ToqueWebAuthn

extension InspectionNode {
    /// Client data (section 5.8.1): all members in their order.
    public init(clientDataJSON bytes: [UInt8], label: String = "clientDataJSON") {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        do {
            _ = try CollectedClientData(parsing: bytes)
        } catch {
            problem = "\(error)"
        }
        guard let (json, span) = try? JSON.locating(bytes), case .object(let object) = json else { return }
        children = zip(object.members, span.parts).map { member, span in
            let (name, value) = member
            var node = InspectionNode(name, value, span)
            if name == "challenge", let text = value.stringValue {
                if let challenge = Base64URL.decode(text) {
                    node.value = "\(text) (\(Self.count(challenge.count)))"
                } else {
                    node.problem = "not base64url without padding"
                }
            }
            return node
        }
    }

    /// Any JSON value: its members as children, text without quotes.
    /// - Parameter span: nil if the value was not read from a text that is shown.
    init(_ label: String, _ json: JSON, _ span: JSONSpan? = nil) {
        self.init(label, place: span?.range)
        switch json {
        case .string(let text): value = text
        case .array(let values):
            value = values.isEmpty ? "empty" : nil
            children = values.enumerated().map { InspectionNode("[\($0)]", $1, span?.part($0)) }
        case .object(let object):
            value = object.isEmpty ? "empty" : nil
            children = object.members.enumerated().map { InspectionNode($1.name, $1.value, span?.part($0)) }
        case .null, .bool, .number: value = json.serialized()
        }
    }
}
