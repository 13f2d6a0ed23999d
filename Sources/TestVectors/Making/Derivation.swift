import ToqueEncoding

/// The derivation of a vector's value, so that anybody can repeat it.
public struct Derivation: Sendable, Hashable {
    public enum Rule: Sendable, Hashable {
        /// HKDF with SHA-256 (RFC 5869), with a text in UTF-8 as input.
        case hkdf(inputKey: String, salt: [UInt8], info: String)
        /// A number as a formula, such as `2^1279 - 1`.
        case formula(String)
    }

    /// The name of the value, such as `credential_private_key`.
    public var name: String
    public var value: [UInt8]
    public var rule: Rule

    public init(name: String, value: [UInt8], rule: Rule) {
        self.name = name
        self.value = value
        self.rule = rule
    }

    /// `value` and the rule's own members; bytes as base64url.
    public var json: JSON {
        var object: JSONObject = ["value": .base64URL(value)]
        switch rule {
        case .hkdf(let inputKey, let salt, let info):
            object["kdf"] = "HKDF-SHA-256"
            object["ikm"] = .string(inputKey)
            object["salt"] = .base64URL(salt)
            object["info"] = .string(info)
            object["length"] = .int(value.count)
        case .formula(let formula):
            object["formula"] = .string(formula)
        }
        return .object(object)
    }
}

extension [Derivation] {
    /// By name.
    public var json: JSON {
        var object: JSONObject = [:]
        for derivation in self { object[derivation.name] = derivation.json }
        return .object(object)
    }
}
