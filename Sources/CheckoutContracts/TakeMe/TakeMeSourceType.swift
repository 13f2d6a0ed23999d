import ToqueEncoding

/// A way to pay: the wallet that authorizes a source. The SDK calls it a payment method as well.
public enum TakeMeSourceType: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case weChatPay = "WeChatPay"
    case alipay = "Alipay"

    /// As the SDK's enumeration has it, in which 0 is an unknown one.
    public var number: Int {
        switch self {
        case .weChatPay: 1
        case .alipay: 2
        }
    }

    /// Reads the answer of `GET /v1/source_types`: an array of objects with a `type`. Types that nobody here can
    /// handle are left out.
    /// - Throws: also for an empty array, which the SDK takes for an error.
    public static func list(_ json: JSON) throws(JSONMemberError) -> [TakeMeSourceType] {
        let reader = JSONReader(json)
        let names = try reader.map { (element) throws(JSONMemberError) in try element.member("type").string() }
        guard !names.isEmpty else {
            throw JSONMemberError(path: "", found: "an empty array", expected: "a source type or more")
        }
        return names.compactMap { name in allCases.first { $0.rawValue.isIdentical(to: name) } }
    }

    /// The answer of `GET /v1/source_types`.
    public static func list(_ types: [TakeMeSourceType]) -> JSON {
        .array(types.map { ["type": .string($0.rawValue)] })
    }
}

/// How the payer gets to the wallet.
public enum TakeMeSourceFlow: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case redirect

    /// As the SDK's enumeration has it, in which 0 is an unknown one.
    public var number: Int {
        switch self {
        case .redirect: 1
        }
    }
}

/// What came of the payer's visit to the wallet.
public enum TakeMeRedirectStatus: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case pending, succeeded, failed

    /// As the SDK's enumeration has it, in which 0 is an unknown one.
    public var number: Int {
        switch self {
        case .pending: 1
        case .succeeded: 2
        case .failed: 3
        }
    }
}
