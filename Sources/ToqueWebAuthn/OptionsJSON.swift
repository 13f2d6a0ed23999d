import ToqueEncoding

extension JSON {
    /// Nil for an empty list.
    static func descriptors(_ descriptors: [PublicKeyCredentialDescriptor]) -> JSON? {
        guard !descriptors.isEmpty else { return nil }
        return .array(
            descriptors.map { descriptor in
                var json: JSONObject = ["id": .base64URL(descriptor.id), "type": "public-key"]
                json["transports"] = descriptor.transports.map { .array($0.map { .string($0.rawValue) }) }
                return .object(json)
            })
    }
}

extension JSONReader {
    /// An array of AuthenticatorTransport (section 5.8.4); those that nobody knows are kept.
    func transports() throws(JSONMemberError) -> [AuthenticatorTransport] {
        try strings().map(AuthenticatorTransport.init(rawValue:))
    }

    /// A member of base64url that holds at least one byte, as a challenge and a credential ID do.
    package func filledBase64URL(_ name: String) throws(JSONMemberError) -> [UInt8] {
        let expected = "base64url of 1 byte or more"
        let member = try member(name, expected: expected)
        let bytes = try member.base64URL()
        guard !bytes.isEmpty else { throw member.mismatch(expected: expected) }
        return bytes
    }

    /// Milliseconds, an unsigned long of Web IDL.
    func timeout() throws(JSONMemberError) -> Int? {
        guard let member = try optional("timeout") else { return nil }
        guard let milliseconds = UInt32(exactly: try member.int()) else {
            throw member.mismatch(expected: "milliseconds, 0 to \(UInt32.max)")
        }
        return Int(milliseconds)
    }

    /// Hints are for the client's pages alone (section 5.8.7), but are texts.
    func expectHints() throws(JSONMemberError) { _ = try optional("hints")?.strings() }

    /// A member of an enumeration; a text that is none of its values counts as absent (section 2.1.1).
    func known<Value: RawRepresentable<String>>(_ name: String) throws(JSONMemberError) -> Value? {
        guard let member = try optional(name) else { return nil }
        return Value(rawValue: try member.string())
    }

    func descriptors() throws(JSONMemberError) -> [PublicKeyCredentialDescriptor] {
        try publicKeyEntries { (entry) throws(JSONMemberError) in
            PublicKeyCredentialDescriptor(
                id: try entry.filledBase64URL("id"),
                transports: try entry.optional("transports")?.transports())
        }
    }

    /// The entries whose type is `public-key`; others are passed over (sections 5.3 and 5.8.3). Where none is left of
    /// some it is an error, as an empty list means something else.
    func publicKeyEntries<Value>(
        _ read: (JSONReader) throws(JSONMemberError) -> Value
    ) throws(JSONMemberError) -> [Value] {
        let entries = try map { (entry) throws(JSONMemberError) -> Value? in
            let type = try entry.member("type", expected: "a string").string()
            return type == "public-key" ? try read(entry) : nil
        }
        let values = entries.compactMap(\.self)
        guard entries.isEmpty || !values.isEmpty else {
            throw JSONMemberError(
                path: path, found: "no entry of type \"public-key\"", expected: "one at least or an empty array")
        }
        return values
    }
}
