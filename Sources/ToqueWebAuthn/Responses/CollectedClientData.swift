import ToqueEncoding

/// The client's view of a ceremony (section 5.8.1): the authenticator signs a hash of these bytes.
public struct CollectedClientData: Sendable, Hashable {
    public enum Ceremony: String, Sendable, Hashable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// `webauthn.create` or `webauthn.get`; parsed data may have another text.
    public var type: String
    /// base64url of the challenge, as in the JSON.
    public var challenge: String
    public var origin: String
    public var crossOrigin: Bool?
    public var topOrigin: String?

    public init(type: Ceremony, challenge: [UInt8], origin: String, crossOrigin: Bool = false, topOrigin: String? = nil)
    {
        self.type = type.rawValue
        self.challenge = Base64URL.encode(challenge)
        self.origin = origin
        self.crossOrigin = crossOrigin
        self.topOrigin = topOrigin
    }

    /// Serializes byte for byte as section 5.8.1.1 prescribes, so that verifiers without a JSON parser (section
    /// 5.8.1.2) can compare a template.
    public var serialized: [UInt8] {
        var result: [UInt8] = []
        result += #"{"type":"#.utf8
        Self.appendString(type, to: &result)
        result += #","challenge":"#.utf8
        Self.appendString(challenge, to: &result)
        result += #","origin":"#.utf8
        Self.appendString(origin, to: &result)
        result += #","crossOrigin":"#.utf8
        result += (crossOrigin == true ? "true" : "false").utf8
        if let topOrigin {
            result += #","topOrigin":"#.utf8
            Self.appendString(topOrigin, to: &result)
        }
        result.append(UInt8(ascii: "}"))
        return result
    }

    /// CCDToString of section 5.8.1.1.
    private static func appendString(_ text: String, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): result += #"\""#.utf8
            case UInt8(ascii: "\\"): result += #"\\"#.utf8
            case 0..<0x20: result += (#"\u00"# + Hex.encode([byte])).utf8
            default: result.append(byte)
            }
        }
        result.append(UInt8(ascii: "\""))
    }

    /// Reads clientDataJSON as a relying party must: strict JSON in UTF-8; unknown members are ignored.
    /// - Throws: `JSONSyntaxError` and `JSONMemberError`.
    public init(parsing bytes: [UInt8]) throws {
        let reader = JSONReader(try JSON(parsing: bytes, limits: .init(size: 64 << 10, depth: 16)))
        type = try reader.member("type").string()
        challenge = try reader.member("challenge").string()
        origin = try reader.member("origin").string()
        crossOrigin = try reader.optional("crossOrigin")?.bool()
        topOrigin = try reader.optional("topOrigin")?.string()
    }
}
