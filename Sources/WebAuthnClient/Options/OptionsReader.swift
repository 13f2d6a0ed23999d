import ToqueEncoding
import ToqueWebAuthn

/// Options, and the departures that were tolerated.
public struct ParsedOptions<Options: Sendable>: Sendable {
    public let options: Options
    /// A sentence for each departure from W3C's JSON, starting with the member's path.
    public let tolerated: [String]
}

/// Reads servers' options: W3C's `PublicKeyCredentialCreationOptionsJSON` and `PublicKeyCredentialRequestOptionsJSON`
/// (WebAuthn Level 3 sections 5.1.8 and 5.1.9) and the provider's form of them. It looks into wrappers around the
/// options and tolerates everything that a sink can tolerate, such as padding, the standard base64 alphabet and plain
/// text as `user.id`. No other part of the library is tolerant.
public struct OptionsReader: Sendable {
    /// How `user.id` is read.
    public enum UserIDText: Sendable, Hashable {
        /// base64url if it decodes to 1 to 64 bytes, otherwise the text's UTF-8.
        case automatic
        /// Always the text's UTF-8.
        case utf8
    }

    private let userIDText: UserIDText

    public init(userIDText: UserIDText = .automatic) { self.userIDText = userIDText }

    /// Reads registration options.
    /// - Parameter json: UTF-8 text of at most 1 MiB.
    /// - Throws: `OptionsError` for text that is not JSON, or for a missing member or one of the wrong type or size.
    public func creationOptions(
        _ json: [UInt8]
    ) throws(OptionsError) -> ParsedOptions<PublicKeyCredentialCreationOptions> {
        try creationOptions(Self.parse(json))
    }

    /// Reads registration options.
    /// - Parameter json: a document.
    /// - Throws: `OptionsError` for a missing member or one of the wrong type or size.
    public func creationOptions(
        _ json: JSON
    ) throws(OptionsError) -> ParsedOptions<PublicKeyCredentialCreationOptions> {
        try read(json) { (value, sink) throws(JSONMemberError) in
            if value["user"] == nil, value["rp"] == nil, value["rpId"] != nil || value["allowCredentials"] != nil {
                throw JSONMemberError(
                    path: "user", found: "sign options (rpId or allowCredentials, and no user)",
                    expected: "registration options")
            }
            let options = try PublicKeyCredentialCreationOptions(
                JSONReader(value), userIDIsText: userIDText == .utf8, &sink)
            sink.noteExtensions(options.extensions, supported: ClientExtension.ofRegistration)
            return options
        }
    }

    /// Reads sign options.
    /// - Parameter json: UTF-8 text of at most 1 MiB.
    /// - Throws: `OptionsError` for text that is not JSON, or for a missing member or one of the wrong type or size.
    public func requestOptions(_ json: [UInt8]) throws(OptionsError) -> ParsedOptions<PublicKeyCredentialRequestOptions>
    {
        try requestOptions(Self.parse(json))
    }

    /// Reads sign options.
    /// - Parameter json: a document.
    /// - Throws: `OptionsError` for a missing member or one of the wrong type or size.
    public func requestOptions(_ json: JSON) throws(OptionsError) -> ParsedOptions<PublicKeyCredentialRequestOptions> {
        try read(json) { (value, sink) throws(JSONMemberError) in
            if value["user"] != nil || value["pubKeyCredParams"] != nil {
                throw JSONMemberError(
                    path: "user", found: "registration options (user or pubKeyCredParams)", expected: "sign options")
            }
            let options = try PublicKeyCredentialRequestOptions(JSONReader(value), &sink)
            sink.noteExtensions(options.extensions, supported: ClientExtension.ofAuthentication)
            return options
        }
    }

    private static func parse(_ json: [UInt8]) throws(OptionsError) -> JSON {
        do {
            return try JSON(parsing: json)
        } catch {
            throw OptionsError(error)
        }
    }

    private func read<Options: Sendable>(
        _ value: JSON, _ body: (JSON, inout TolerantSink) throws(JSONMemberError) -> Options
    ) throws(OptionsError) -> ParsedOptions<Options> {
        do throws(JSONMemberError) {
            var sink = TolerantSink()
            let options = try body(try Self.unwrap(value, &sink), &sink)
            return ParsedOptions(options: options, tolerated: sink.tolerated)
        } catch {
            throw OptionsError(error)
        }
    }

    /// Servers' wrappers around options: W3C's own `publicKey`, envelopes, and the path to the options in the response
    /// that creates a payment intent.
    private static let wrappers = [
        "publicKey", "data", "fido_options", "payment_method_information", "open_finance_biometric_pix",
    ]
    /// Members that only options have. Beside one of them, a wrapper's name is just an unknown member.
    private static let optionMembers = ["challenge", "rp", "rpId", "user"]

    /// The options themselves. Paths start here, so that they are the same in each wrapper.
    private static func unwrap(_ value: JSON, _ sink: inout TolerantSink) throws(JSONMemberError) -> JSON {
        var path: [String] = []
        var value = value
        while let object = value.objectValue, !optionMembers.contains(where: { object[$0] != nil }),
            let wrapper = wrappers.first(where: { object[$0] != nil }), let inner = object[wrapper]
        {
            path.append(wrapper)
            guard case .object = inner else {
                throw JSONReader(inner, path: path.joined(separator: ".")).mismatch(
                    expected: "an object with the options")
            }
            value = inner
        }
        if !path.isEmpty { sink.note("the options stand inside of it", at: path.joined(separator: ".")) }
        return value
    }
}

/// Records what it tolerates.
private struct TolerantSink: OptionsSink {
    private(set) var tolerated: [String] = []

    func tolerate(_ error: JSONMemberError) {}
    mutating func note(_ sentence: String, at path: String) { tolerated.append("\(path): \(sentence)") }

    /// Reports extension inputs without an effect: those of extensions that this client does not process, and values
    /// such as the provider's `appid`, the text `"true"`, which is not an AppID. Processing judges the others.
    mutating func noteExtensions(_ inputs: JSONObject, supported: Set<ClientExtension>) {
        for (name, value) in inputs {
            let path = "extensions.\(name.escaped)"
            guard let known = ClientExtension(rawValue: name), supported.contains(known) else {
                note("extension not supported, passed over", at: path)
                continue
            }
            switch known {
            case .credProps:
                if value.boolValue == nil { note("found \(value.kind), expected true or false, passed over", at: path) }
            case .appID, .appIDExclude:
                guard !AppID.isOne(value) else { continue }
                note("found \(value.stringValue?.quoted ?? value.kind), expected a URL, passed over", at: path)
            case .prf, .largeBlob, .credentialProtectionPolicy, .enforceCredentialProtectionPolicy, .credBlob,
                .getCredBlob, .minPinLength, .payment:
                continue
            }
        }
    }
}
