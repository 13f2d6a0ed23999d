import ToqueEncoding
import ToqueWebAuthn

extension OptionsParser {
    /// PublicKeyCredentialRequestOptionsJSON (section 5.1.9).
    mutating func requestOptions(_ reader: JSONReader) throws(JSONMemberError) -> PublicKeyCredentialRequestOptions {
        let object = try reader.object()
        if object["user"] != nil || object["pubKeyCredParams"] != nil {
            throw JSONMemberError(
                path: "user", found: "registration options (user or pubKeyCredParams)", expected: "sign options")
        }
        try passOver(
            reader,
            besides: [
                "challenge", "timeout", "rpId", "allowCredentials", "userVerification", "hints", "extensions",
            ])
        return PublicKeyCredentialRequestOptions(
            challenge: try challenge(reader),
            timeout: try timeout(reader),
            rpID: try optional("rpId", in: reader)?.string(),
            allowCredentials: try descriptors("allowCredentials", in: reader),
            userVerification: try enumeration("userVerification", in: reader) ?? .preferred,
            extensions: try extensions(reader, supported: ClientExtension.ofAuthentication))
    }

    // MARK: Members of both kinds of options

    mutating func challenge(_ reader: JSONReader) throws(JSONMemberError) -> [UInt8] {
        let challenge = try bytes("challenge", in: reader)
        // Section 13.4.3 asks 16 bytes of servers; clients take what they get.
        if challenge.count < 16 { tolerate("challenge", "length \(challenge.count), it should be 16 bytes at least") }
        return challenge
    }

    /// Milliseconds.
    mutating func timeout(_ reader: JSONReader) throws(JSONMemberError) -> Int? {
        guard let member = try optional("timeout", in: reader) else { return nil }
        let milliseconds = try member.int()
        guard milliseconds >= 0 else { throw member.mismatch(expected: "milliseconds, 0 or more") }
        return milliseconds
    }

    mutating func descriptors(
        _ name: String, in reader: JSONReader
    ) throws(JSONMemberError) -> [PublicKeyCredentialDescriptor] {
        guard let list = try optional(name, in: reader) else { return [] }
        var descriptors: [PublicKeyCredentialDescriptor] = []
        for entry in try publicKeyEntries(list) {
            try passOver(entry, besides: ["id", "type", "transports"])
            descriptors.append(
                PublicKeyCredentialDescriptor(id: try bytes("id", in: entry), transports: try transports(entry)))
        }
        return descriptors
    }

    private mutating func transports(_ descriptor: JSONReader) throws(JSONMemberError) -> [AuthenticatorTransport]? {
        guard let list = try optional("transports", in: descriptor) else { return nil }
        var transports: [AuthenticatorTransport] = []
        for transport in try list.elements() {
            transports.append(AuthenticatorTransport(rawValue: try transport.string()))
        }
        return transports
    }

    /// Extension inputs as they stand: the client reads them (section 9.4). What it does not process has no effect,
    /// whatever its value: the provider sends `appid` as the text `"true"`, which is no AppID.
    mutating func extensions(
        _ reader: JSONReader, supported: Set<ClientExtension>
    ) throws(JSONMemberError) -> JSONObject {
        guard let member = try optional("extensions", in: reader) else { return [:] }
        let extensions = try member.object()
        for (name, value) in extensions {
            let path = "\(member.path).\(name.escaped)"
            guard let known = ClientExtension(rawValue: name), supported.contains(known) else {
                tolerate(path, "extension not supported, passed over")
                continue
            }
            switch known {
            case .credProps where value.boolValue == nil:
                tolerate(path, "found \(value.kind), expected true or false, passed over")
            case .appID where !AppID.isOne(value), .appIDExclude where !AppID.isOne(value):
                tolerate(path, "found \(value.stringValue?.quoted ?? value.kind), expected a URL, passed over")
            default: break
            }
        }
        return extensions
    }
}
