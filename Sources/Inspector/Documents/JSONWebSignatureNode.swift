import ToqueEncoding

extension InspectionNode {
    /// A JSON Web Signature in compact serialization (RFC 7515 section 7.1). Its parts have places, but no byte
    /// ranges: they are text inside text.
    public init(
        jws bytes: [UInt8], context: InspectionContext = InspectionContext(), label: String = "JSON Web Signature"
    ) {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            problem = "\(parts.count) parts with dots between them, expected 3"
            return
        }
        children = zip(["header", "payload", "signature"], parts).map { label, part in
            let text = String(decoding: part, as: UTF8.self)
            guard let content = Base64URL.decode(text) else {
                return InspectionNode(label, text, place: part.indices, problem: "not base64url without padding")
            }
            guard label != "signature",
                let (json, span) = try? JSON.locating(content, limits: .init(size: Inspection.documentLimit))
            else { return InspectionNode(label, Self.describe(content), place: part.indices) }
            var node = JSONDocument(json, context: context).node(json, span).withoutRanges
            node.label = label
            return node.decoded(from: part.indices, content)
        }
    }

    /// The tree without ranges: ranges inside a text would be counted from elsewhere.
    private var withoutRanges: InspectionNode {
        var node = self
        node.range = nil
        node.children = children.map(\.withoutRanges)
        return node
    }
}
