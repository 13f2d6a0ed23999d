import ToqueEncoding

/// The body of an error response: `{"error": {"code", "message", "param"?}}`.
public struct TakeMeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable identifier, such as `source_consumed`.
    public var code: String
    public var message: String
    /// The path of the invalid member.
    public var parameter: String?

    public init(code: String, message: String, parameter: String? = nil) {
        self.code = code
        self.message = message
        self.parameter = parameter
    }

    public var description: String { [parameter, message].compactMap { $0 }.joined(separator: ": ") }

    /// A second charge of a source. With the first one's idempotency key, the response is the first one's instead.
    public static let sourceConsumed = "source_consumed"
    /// A charge of a source that failed or that nobody has authorized.
    public static let sourceNotChargeable = "source_not_chargeable"
    /// The public key instead of the secret key.
    public static let secretKeyRequired = "secret_key_required"
}

extension TakeMeError: JSONStructure {
    package static let blank = TakeMeError(code: "", message: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.object("error") { error in
            error.required("code", &code)
            error.required("message", &message)
            error.optional("param", &parameter)
        }
    }
}
