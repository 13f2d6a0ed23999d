import ToqueEncoding

/// Handles departures from W3C's JSON while options are read: a strict sink refuses them, a tolerant one records them.
package protocol OptionsSink {
    /// Receives the error from reading a member strictly. By throwing it, a sink refuses the options; by returning, it
    /// has the member read tolerantly.
    mutating func tolerate(_ error: JSONMemberError) throws(JSONMemberError)

    /// Receives a sentence about a value that is ignored or reinterpreted.
    mutating func note(_ sentence: String, at path: String)
}

/// The relying party's sink, which tolerates nothing.
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

/// The members of both kinds of options. Only readers that receive a sink can tolerate anything; all others are strict.
extension JSONReader {
    /// Ignores members that WebAuthn does not define.
    func passOverMembers(besides known: [String], _ sink: inout some OptionsSink) throws(JSONMemberError) {
        for member in try members(besides: known) { sink.note("unknown, passed over", at: member.path) }
    }

    /// The member; nil if it is absent or null.
    func optional(_ name: String, _ sink: inout some OptionsSink) throws(JSONMemberError) -> JSONReader? {
        let member = try optional(name)
        if member == nil, try object()[name] != nil { sink.note("null, taken as absent", at: path(of: name)) }
        return member
    }

    /// A member of an enumeration. Unknown text counts as absent (section 2.1.1: it must not fail the ceremony).
    func known<Value: RawRepresentable<String>>(
        _ name: String, _ sink: inout some OptionsSink
    ) throws(JSONMemberError) -> Value? {
        guard let member = try optional(name, &sink) else { return nil }
        let text = try member.string()
        let value = Value(rawValue: text)
        if value == nil { sink.note("unknown value \(text.quoted), taken as absent", at: member.path) }
        return value
    }

    /// A base64url member of at least one byte, such as a challenge or a credential ID.
    package func filledBase64URL(_ name: String) throws(JSONMemberError) -> [UInt8] {
        let member = try member(name, expected: Self.filled)
        let bytes = try member.base64URL()
        guard !bytes.isEmpty else { throw member.mismatch(expected: Self.filled) }
        return bytes
    }

    private static let filled = "base64url of 1 byte or more"

    /// Reads the same. Tolerable: padding, and the standard alphabet.
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
        // Section 13.4.3 requires at least 16 bytes of servers; clients accept any length.
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

    /// Hints concern only a browser's pages (section 5.8.7), but must be texts. Tolerable: anything else.
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

    /// An array of AuthenticatorTransport (section 5.8.4). Unknown ones are kept.
    func transports() throws(JSONMemberError) -> [AuthenticatorTransport] {
        try strings().map(AuthenticatorTransport.init(rawValue:))
    }

    /// The entries of type `public-key`; others are ignored (sections 5.3 and 5.8.3). If that leaves none, it is an
    /// error, because an empty list has another meaning.
    func publicKeyEntries<Value, Sink: OptionsSink>(
        _ sink: inout Sink, _ read: (JSONReader, inout Sink) throws(JSONMemberError) -> Value
    ) throws(JSONMemberError) -> [Value] {
        var values: [Value] = []
        var count = 0
        _ = try map { (entry) throws(JSONMemberError) in
            count += 1
            let type = try entry.member("type", expected: "\"public-key\"")
            let text = try type.string()
            if text == "public-key" { return values.append(try read(entry, &sink)) }
            sink.note("unknown value \(text.quoted), the entry is passed over", at: type.path)
        }
        guard count == 0 || !values.isEmpty else {
            throw JSONMemberError(
                path: path, found: "no entry of type \"public-key\"", expected: "one at least or an empty array")
        }
        return values
    }
}
