import ToqueEncoding

/// Takes what departs from W3C's JSON while options are read: a strict sink refuses it, a tolerant one notes it.
package protocol OptionsSink {
    /// Takes the error that the strict reading of a member ended with. A sink that throws it refuses the options; one
    /// that returns has the member read tolerantly.
    mutating func tolerate(_ error: JSONMemberError) throws(JSONMemberError)

    /// Takes a sentence about what is passed over, or taken for something else.
    mutating func note(_ sentence: String, at path: String)
}

/// The sink of the relying party, which tolerates nothing.
struct StrictSink: OptionsSink {
    func tolerate(_ error: JSONMemberError) throws(JSONMemberError) { throw error }
    func note(_ sentence: String, at path: String) {}
}

extension OptionsSink {
    mutating func note(_ deviations: Base64URL.Deviation, at path: String) {
        if deviations.contains(.padding) { note("padded, base64url has no padding", at: path) }
        if deviations.contains(.standardAlphabet) { note("in the standard alphabet (+ and /) of base64", at: path) }
    }
}

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

/// What both kinds of options have. Reading that is handed a sink may meet something to tolerate; any other is strict.
extension JSONReader {
    /// Passes over the members that WebAuthn does not know.
    func passOverMembers(besides known: [String], _ sink: inout some OptionsSink) throws(JSONMemberError) {
        for member in try members(besides: known) { sink.note("unknown, passed over", at: member.path) }
    }

    /// The member, or nil where it is absent; null counts as absent.
    func optional(_ name: String, _ sink: inout some OptionsSink) throws(JSONMemberError) -> JSONReader? {
        let member = try optional(name)
        if member == nil, try object()[name] != nil { sink.note("null, taken as absent", at: path(of: name)) }
        return member
    }

    /// A member of an enumeration. An unknown text counts as absent (section 2.1.1: it must not fail the ceremony).
    func known<Value: RawRepresentable<String>>(
        _ name: String, _ sink: inout some OptionsSink
    ) throws(JSONMemberError) -> Value? {
        guard let member = try optional(name, &sink) else { return nil }
        let text = try member.string()
        let value = Value(rawValue: text)
        if value == nil { sink.note("unknown value \(text.quoted), taken as absent", at: member.path) }
        return value
    }

    /// A member of base64url that holds at least one byte, as a challenge and a credential ID do.
    package func filledBase64URL(_ name: String) throws(JSONMemberError) -> [UInt8] {
        let member = try member(name, expected: Self.filled)
        let bytes = try member.base64URL()
        guard !bytes.isEmpty else { throw member.mismatch(expected: Self.filled) }
        return bytes
    }

    private static let filled = "base64url of 1 byte or more"

    /// The same. Tolerable: padding, and the standard alphabet.
    private func filledBase64URL(_ name: String, _ sink: inout some OptionsSink) throws(JSONMemberError) -> [UInt8] {
        do {
            return try filledBase64URL(name)
        } catch {
            try sink.tolerate(error)
        }
        let member = try member(name, expected: Self.filled)
        guard let (bytes, deviations) = Base64URL.decodeTolerant(try member.string()), !bytes.isEmpty else {
            throw member.base64URLMismatch(expected: Self.filled)
        }
        sink.note(deviations, at: member.path)
        return bytes
    }

    func challenge(_ sink: inout some OptionsSink) throws(JSONMemberError) -> [UInt8] {
        let challenge = try filledBase64URL("challenge", &sink)
        // Section 13.4.3 asks servers for at least 16 bytes; clients take what they get.
        if challenge.count < 16 {
            sink.note("length \(challenge.count), it should be 16 bytes at least", at: path(of: "challenge"))
        }
        return challenge
    }

    /// Milliseconds, an unsigned long of Web IDL. Tolerable: larger numbers.
    func timeout(_ sink: inout some OptionsSink) throws(JSONMemberError) -> Int? {
        guard let member = try optional("timeout", &sink) else { return nil }
        let milliseconds = try member.int()
        if UInt32(exactly: milliseconds) == nil {
            try sink.tolerate(member.mismatch(expected: "milliseconds, 0 to \(UInt32.max)"))
            guard milliseconds >= 0 else { throw member.mismatch(expected: "milliseconds, 0 or more") }
        }
        return milliseconds
    }

    /// Hints are for a browser's pages alone (section 5.8.7), but are texts. Tolerable: anything else.
    func checkHints(_ sink: inout some OptionsSink) throws(JSONMemberError) {
        do {
            _ = try optional("hints")?.strings()
        } catch {
            try sink.tolerate(error)
        }
    }

    func descriptors(
        _ name: String, _ sink: inout some OptionsSink
    ) throws(JSONMemberError) -> [PublicKeyCredentialDescriptor] {
        try optional(name, &sink)?.publicKeyEntries(&sink) { (entry, sink) throws(JSONMemberError) in
            try entry.passOverMembers(besides: ["id", "type", "transports"], &sink)
            return PublicKeyCredentialDescriptor(
                id: try entry.filledBase64URL("id", &sink),
                transports: try entry.optional("transports", &sink)?.transports())
        } ?? []
    }

    /// An array of AuthenticatorTransport (section 5.8.4); those that nobody knows are kept.
    func transports() throws(JSONMemberError) -> [AuthenticatorTransport] {
        try strings().map(AuthenticatorTransport.init(rawValue:))
    }

    /// The entries whose type is `public-key`; others are passed over (sections 5.3 and 5.8.3). Where none is left of
    /// some it is an error, as an empty list means something else.
    func publicKeyEntries<Value, Sink: OptionsSink>(
        _ sink: inout Sink, _ read: (JSONReader, inout Sink) throws(JSONMemberError) -> Value
    ) throws(JSONMemberError) -> [Value] {
        let entries = try map { (entry) throws(JSONMemberError) -> Value? in
            let type = try entry.member("type", expected: "\"public-key\"")
            let text = try type.string()
            if text == "public-key" { return try read(entry, &sink) }
            sink.note("unknown value \(text.quoted), the entry is passed over", at: type.path)
            return nil
        }
        let values = entries.compactMap(\.self)
        guard entries.isEmpty || !values.isEmpty else {
            throw JSONMemberError(
                path: path, found: "no entry of type \"public-key\"", expected: "one at least or an empty array")
        }
        return values
    }
}
