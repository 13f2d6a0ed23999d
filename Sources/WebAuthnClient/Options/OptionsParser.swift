import ToqueEncoding
import ToqueWebAuthn

/// One reading of options: typed access that takes down what it tolerates.
struct OptionsParser {
    /// Wrappers that servers put around options: W3C's own `publicKey`, envelopes, and the way to them in the answer
    /// that made a payment intent.
    private static let wrappers = [
        "publicKey", "data", "fido_options", "payment_method_information", "open_finance_biometric_pix",
    ]
    /// Members that only options have; next to one of them, a wrapper's name is just an unknown member.
    private static let optionMembers = ["challenge", "rp", "rpId", "user"]

    private(set) var tolerated: [String] = []

    mutating func tolerate(_ path: String, _ sentence: String) { tolerated.append("\(path): \(sentence)") }

    /// The options themselves. Paths start there, so that they are the same in each wrapper.
    mutating func unwrap(_ value: JSON) throws(JSONMemberError) -> JSONReader {
        var path: [String] = []
        var value = value
        while let object = value.objectValue, !Self.optionMembers.contains(where: { object[$0] != nil }),
            let wrapper = Self.wrappers.first(where: { object[$0] != nil }), let inner = object[wrapper]
        {
            path.append(wrapper)
            guard case .object = inner else {
                throw JSONReader(inner, path: path.joined(separator: ".")).mismatch(
                    expected: "an object with the options")
            }
            value = inner
        }
        if !path.isEmpty { tolerate(path.joined(separator: "."), "the options stand inside of it") }
        return JSONReader(value)
    }

    /// Takes down the members that WebAuthn does not know.
    mutating func passOver(_ reader: JSONReader, besides known: Set<String>) throws(JSONMemberError) {
        for name in try reader.object().names where !known.contains(name) {
            tolerate(path(of: name.escaped, in: reader), "unknown, passed over")
        }
    }

    /// The member, or nil where it is absent or, tolerated, null.
    mutating func optional(_ name: String, in reader: JSONReader) throws(JSONMemberError) -> JSONReader? {
        if try reader.object()[name]?.isNull == true {
            tolerate(path(of: name, in: reader), "null, taken as absent")
        }
        return try reader.optional(name)
    }

    /// A text that must be there.
    func string(_ name: String, in reader: JSONReader) throws(JSONMemberError) -> String {
        try reader.member(name, expected: "a string").string()
    }

    /// The member's value among those that WebAuthn knows. An unknown text counts as absent (section 2.1.1: it must
    /// not make the ceremony fail).
    mutating func enumeration<Value: RawRepresentable<String>>(
        _ name: String, in reader: JSONReader
    ) throws(JSONMemberError) -> Value? {
        guard let member = try optional(name, in: reader) else { return nil }
        let text = try member.string()
        guard let value = Value(rawValue: text) else {
            tolerate(member.path, "unknown value \(text.quoted), taken as absent")
            return nil
        }
        return value
    }

    /// base64url of one byte or more, in either alphabet, padded or not.
    mutating func bytes(_ name: String, in reader: JSONReader) throws(JSONMemberError) -> [UInt8] {
        let expected = "base64url of 1 byte or more"
        let member = try reader.member(name, expected: expected)
        guard let (bytes, deviations) = Base64URL.decodeTolerant(try member.string()), !bytes.isEmpty else {
            throw member.base64URLMismatch(expected: expected)
        }
        tolerate(deviations, at: member.path)
        return bytes
    }

    mutating func tolerate(_ deviations: Base64URL.Deviation, at path: String) {
        if deviations.contains(.padding) { tolerate(path, "padded, base64url has no padding") }
        if deviations.contains(.standardAlphabet) { tolerate(path, "in the standard alphabet (+ and /) of base64") }
    }

    /// The entries whose type is `public-key`; others must be passed over (sections 5.3 and 5.8.3). Where none is
    /// left of some it is an error, as an empty list would mean something else.
    mutating func publicKeyEntries(_ list: JSONReader) throws(JSONMemberError) -> [JSONReader] {
        let entries = try list.elements()
        var kept: [JSONReader] = []
        for entry in entries {
            let type = try entry.member("type", expected: "\"public-key\"")
            let text = try type.string()
            if text == "public-key" {
                kept.append(entry)
            } else {
                tolerate(type.path, "unknown value \(text.quoted), the entry is passed over")
            }
        }
        guard entries.isEmpty || !kept.isEmpty else {
            throw JSONMemberError(
                path: list.path, found: "no entry of type \"public-key\"", expected: "one at least or an empty array")
        }
        return kept
    }

    private func path(of name: String, in reader: JSONReader) -> String {
        reader.path.isEmpty ? name : "\(reader.path).\(name)"
    }
}
