import ToqueEncoding
import ToqueWebAuthn

/// What was read and what was let pass on the way.
public struct Parsed<Options: Sendable>: Sendable {
    public let options: Options
    /// A sentence for each departure from W3C's JSON, which starts with the member's path.
    public let tolerated: [String]
}

/// Reads the options that servers send: W3C's `PublicKeyCredentialCreationOptionsJSON` and
/// `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 sections 5.1.8 and 5.1.9) and the provider's form of
/// them. This is the one place of the library that tolerates anything: padding, the standard base64 alphabet, unknown
/// members and values, null for an absent member, short challenges, and wrappers around the options.
public struct OptionsReader: Sendable {
    /// How `user.id` is read.
    public enum UserIDText: Sendable, Hashable {
        /// base64url wherever it decodes to 1 to 64 bytes, else the text's UTF-8.
        case automatic
        /// The text's UTF-8, always.
        case utf8
    }

    private let userIDText: UserIDText

    public init(userIDText: UserIDText = .automatic) { self.userIDText = userIDText }

    /// Reads registration options.
    /// - Parameter json: UTF-8 text of 1 MiB at most.
    /// - Throws: `OptionsError` for what is no JSON, lacks a member or has one of the wrong type or size.
    public func creationOptions(
        _ json: [UInt8]
    ) throws(OptionsError) -> Parsed<PublicKeyCredentialCreationOptions> {
        try read(json) { (parser, reader) throws(JSONMemberError) in
            try parser.creationOptions(reader, userIDText: userIDText)
        }
    }

    /// Reads sign options.
    /// - Parameter json: UTF-8 text of 1 MiB at most.
    /// - Throws: `OptionsError` for what is no JSON, lacks a member or has one of the wrong type or size.
    public func requestOptions(_ json: [UInt8]) throws(OptionsError) -> Parsed<PublicKeyCredentialRequestOptions> {
        try read(json) { (parser, reader) throws(JSONMemberError) in try parser.requestOptions(reader) }
    }

    private func read<Options: Sendable>(
        _ json: [UInt8],
        _ body: (inout OptionsParser, JSONReader) throws(JSONMemberError) -> Options
    ) throws(OptionsError) -> Parsed<Options> {
        let value: JSON
        do {
            value = try JSON(parsing: json)
        } catch {
            throw OptionsError(error)
        }
        do throws(JSONMemberError) {
            var parser = OptionsParser()
            let options = try body(&parser, try parser.unwrap(value))
            return Parsed(options: options, tolerated: parser.tolerated)
        } catch {
            throw OptionsError(error)
        }
    }
}
