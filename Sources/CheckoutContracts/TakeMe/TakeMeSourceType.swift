import ToqueEncoding

/// A payment method: the wallet that authorizes a source.
public enum TakeMeSourceType: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case weChatPay = "WeChatPay"
    case alipay = "Alipay"

    /// The number in the SDK's enumeration, where 0 is an unknown type.
    public var number: Int {
        switch self {
        case .weChatPay: 1
        case .alipay: 2
        }
    }

    /// Reads the response of `GET /v1/source_types`: an array of objects with a `type`. Unknown types are ignored.
    /// - Throws: also for an empty array, which is an error in the SDK.
    public static func list(_ json: JSON) throws(JSONMemberError) -> [TakeMeSourceType] {
        let reader = JSONReader(json)
        let names = try reader.map { (element) throws(JSONMemberError) in try element.member("type").string() }
        guard !names.isEmpty else {
            throw JSONMemberError(path: "", found: "an empty array", expected: "a source type or more")
        }
        return names.compactMap { name in allCases.first { $0.rawValue.isIdentical(to: name) } }
    }

    /// The response of `GET /v1/source_types`.
    public static func list(_ types: [TakeMeSourceType]) -> JSON {
        .array(types.map { ["type": .string($0.rawValue)] })
    }
}

/// The payer's way to the wallet.
public enum TakeMeSourceFlow: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case redirect

    /// The number in the SDK's enumeration, where 0 is an unknown flow.
    public var number: Int {
        switch self {
        case .redirect: 1
        }
    }
}

/// The result of the payer's visit to the wallet.
public enum TakeMeRedirectStatus: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case pending, succeeded, failed

    /// The number in the SDK's enumeration, where 0 is an unknown result.
    public var number: Int {
        switch self {
        case .pending: 1
        case .succeeded: 2
        case .failed: 3
        }
    }
}
