import ToqueEncoding

/// The blocks of a text in PEM (RFC 7468).
struct PEMDocument {
    struct Block {
        let label: String
        /// Nil if the text between the lines is not base64.
        let content: [UInt8]?

        func node(context: InspectionContext, label: String) -> InspectionNode {
            guard let content else { return InspectionNode(label, self.label, problem: "not base64") }
            let node =
                switch self.label {
                case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE":
                    InspectionNode(certificate: content, context: context, label: label)
                case "PUBLIC KEY": InspectionNode(subjectPublicKeyInfo: content, label: label)
                default: InspectionNode(der: content, label: label)
                }
            return node.decoded(from: nil, content)
        }
    }

    let blocks: [Block]

    /// Nil if the text has no block.
    init?(_ text: String) {
        var blocks: [Block] = []
        var open: (label: String, content: String)?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingWhitespace
            if let label = line.between("-----BEGIN ", "-----") {
                open = (label, "")
            } else if line.hasPrefix("-----END ") {
                if let open { blocks.append(Block(label: open.label, content: Self.decode(open.content))) }
                open = nil
            } else {
                open?.content += line
            }
        }
        // A block without an end is still a block: its contents say that it is cut.
        if let open { blocks.append(Block(label: open.label, content: Self.decode(open.content))) }
        guard !blocks.isEmpty else { return nil }
        self.blocks = blocks
    }

    private static func decode(_ text: String) -> [UInt8]? { Base64URL.decodeTolerant(text)?.bytes }

    /// True if the label of a private key, of any kind, occurs anywhere, even inside JSON.
    static func holdsPrivateKey(_ text: ArraySlice<UInt8>) -> Bool {
        let label = Array("PRIVATE KEY-----".utf8)
        // Over a buffer: a metadata BLOB is long.
        return text.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = rest.firstIndex(of: label[0]) {
                if rest[start...].starts(with: label) { return true }
                rest = rest[(start + 1)...]
            }
            return false
        }
    }

    func node(context: InspectionContext) -> InspectionNode {
        if blocks.count == 1, let block = blocks.first { return block.node(context: context, label: block.label) }
        return InspectionNode(
            "PEM", "\(blocks.count) blocks", children: blocks.map { $0.node(context: context, label: $0.label) })
    }
}

extension StringProtocol {
    var trimmingWhitespace: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// The text between a prefix and a suffix.
    fileprivate func between(_ prefix: String, _ suffix: String) -> String? {
        guard hasPrefix(prefix), hasSuffix(suffix), count >= prefix.count + suffix.count else { return nil }
        return String(dropFirst(prefix.count).dropLast(suffix.count))
    }
}
