import Sandbox
import ToqueEncoding

/// The URLs to which the Payment Page returns the person (Payment Page SDK for Python, `Payment`).
struct EcommpayReturnURLs: Sendable, Hashable {
    private static let names = (success: "merchant_success_url", failure: "merchant_fail_url")

    private var success: String?
    private var failure: String?

    /// - Parameter query: the query of a signed address.
    /// - Throws: `SandboxError` for a URL that does not lead to a shop.
    init(_ query: [(name: String, value: String)]) throws(SandboxError) {
        success = try Self.url(Self.names.success, of: query)
        failure = try Self.url(Self.names.failure, of: query)
    }

    private static func url(
        _ name: String, of query: [(name: String, value: String)]
    ) throws(SandboxError) -> String? {
        guard let url = query.first(where: { $0.name == name })?.value, !url.isEmpty else { return nil }
        if let expectation = ReturnURL.problem(of: url) {
            throw .device(.illegalArguments, "Found \(url.quoted), expected \(expectation).", field: name)
        }
        return url
    }

    /// nil if nothing is decided or the shop has no URL for the result.
    func location(in state: EcommpayPaymentState) -> String? {
        switch state {
        case .success, .awaitingCapture, .partiallyRefunded, .refunded: success
        case .decline, .cancelled: failure
        case .opened, .processing, .awaiting3DSResult, .awaitingRedirectResult, .awaitingClarification,
            .awaitingCustomer:
            nil
        }
    }
}

extension EcommpayReturnURLs: JSONStructure {
    private init() {}
    static let blank = EcommpayReturnURLs()

    mutating func members(_ coder: inout JSONCoder) {
        coder.optional(Self.names.success, &success)
        coder.optional(Self.names.failure, &failure)
    }
}
