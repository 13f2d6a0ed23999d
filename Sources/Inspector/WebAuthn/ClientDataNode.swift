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
        guard case .object(let object)? = try? JSON(parsing: bytes) else { return }
        children = object.members.map { name, value in
            var node = InspectionNode(name, value)
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
    init(_ label: String, _ json: JSON) {
        self.init(label)
        switch json {
        case .string(let text): value = text
        case .array(let values):
            value = values.isEmpty ? "empty" : nil
            children = values.enumerated().map { InspectionNode("[\($0)]", $1) }
        case .object(let object):
            value = object.isEmpty ? "empty" : nil
            children = object.members.map { InspectionNode($0.name, $0.value) }
        case .null, .bool, .number: value = json.serialized()
        }
    }
}
