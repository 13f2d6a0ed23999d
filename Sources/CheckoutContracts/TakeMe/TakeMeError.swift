import ToqueEncoding

/// The body of a refusal: `{"error": {"code", "message", "param"?}}`.
public struct TakeMeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable word, such as `source_consumed`.
    public var code: String
    public var message: String
    /// Path of the member at fault.
    public var parameter: String?

    public init(code: String, message: String, parameter: String? = nil) {
        self.code = code
        self.message = message
        self.parameter = parameter
    }

    public var description: String { [parameter, message].compactMap { $0 }.joined(separator: ": ") }

    /// A second charge of a source. With the first one's idempotency key it is the first one's answer instead.
    public static let sourceConsumed = "source_consumed"
    /// A charge of a source that nobody has authorized, or that has failed.
    public static let sourceNotChargeable = "source_not_chargeable"
    /// The public key, where the secret key belongs.
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
