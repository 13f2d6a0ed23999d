import CheckoutContracts
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// A provider that verifies its payers' assertions.
protocol PayerSandbox: ProviderSandbox {
    /// Makes a payment that waits for its payer.
    func asked(_ reference: String, by method: String) async throws -> (id: String, page: String)
    /// The status of a payment with its reason, as the merchant sees it.
    func told(_ id: String) async throws -> String
    /// Whether the payer was charged, or may be.
    func isPaid(_ id: String) async throws -> Bool
    /// Runs the body against a sandbox whose payers approve with passkeys, and stops it afterwards.
    static func runJudging(_ body: (any PayerSandbox) async throws -> Void) async throws
}

/// A page that verifies an assertion, and the statuses of its payment.
struct JudgedPage: Sendable, CustomTestStringConvertible {
    let provider: any PayerSandbox.Type
    let method: String
    let waiting: String
    let refused: String
    let paid: String
    /// Whether the payer may approve after a refusal.
    var isPatient = false

    var testDescription: String { "\(provider) \(method)" }

    /// The first page of a provider.
    static func of(_ provider: any PayerSandbox.Type) -> JudgedPage {
        all.first { $0.provider == provider } ?? all[0]
    }

    static let all = [
        JudgedPage(
            provider: KioskSandbox.self, method: "page", waiting: "pending", refused: "failed", paid: "paid"),
        JudgedPage(
            provider: EcommpaySandbox.self, method: "card", waiting: "awaiting 3ds result", refused: "decline 104",
            paid: "success 0"),
        JudgedPage(
            provider: EcommpaySandbox.self, method: "neteller", waiting: "awaiting redirect result",
            refused: "decline 104", paid: "success 0"),
        JudgedPage(
            provider: PlacetoPayShop.self, method: "checkout", waiting: "PENDING PT",
            refused: "PENDING PT, REJECTED 05", paid: "APPROVED 00, APPROVED 00", isPatient: true),
        JudgedPage(
            provider: TakeMeSandbox.self, method: "WeChatPay", waiting: "pending pending", refused: "failed failed",
            paid: "chargeable succeeded"),
        JudgedPage(
            provider: YunoSandbox.self, method: "PIX", waiting: "PENDING/PENDING_PROVIDER_CONFIRMATION",
            refused: "PENDING/PENDING_PROVIDER_CONFIRMATION", paid: "SUCCEEDED/APPROVED SUCCEEDED", isPatient: true),
        JudgedPage(
            provider: YunoSandbox.self, method: "CARD", waiting: "PENDING/WAITING_ADDITIONAL_STEP",
            refused: "DECLINED/DECLINED AUTHENTICATION_FAILED_THREE_D_SECURE", paid: "SUCCEEDED/APPROVED SUCCEEDED"),
        JudgedPage(
            provider: YunoSandbox.self, method: "MERCADO_PAGO_CHECKOUT_PRO",
            waiting: "PENDING/PENDING_PROVIDER_CONFIRMATION", refused: "PENDING/PENDING_PROVIDER_CONFIRMATION",
            paid: "SUCCEEDED/APPROVED SUCCEEDED", isPatient: true),
    ]
}

extension KioskSandbox: PayerSandbox {
    static func runJudging(_ body: (any PayerSandbox) async throws -> Void) async throws {
        try await run { try await body($0) }
    }

    func asked(_ reference: String, by method: String) async throws -> (id: String, page: String) {
        try await payment()
    }

    func told(_ id: String) async throws -> String { try await status(id)?.stringValue ?? "" }
    func isPaid(_ id: String) async throws -> Bool { try await told(id) == "paid" }
}

extension EcommpaySandbox: PayerSandbox {
    static func runJudging(_ body: (any PayerSandbox) async throws -> Void) async throws {
        try await run { try await body($0) }
    }

    func asked(_ reference: String, by method: String) async throws -> (id: String, page: String) {
        let session = try await session(Self.options(reference))
        let body: JSON = method == "card" ? ["method": "card", "token": "tok_success"] : ["method": .string(method)]
        try #require(try await post("\(session)/pay", body).status == 200)
        clock.advance(by: .seconds(1))
        let shown = try await send("GET", session).json
        return (reference, try #require((shown["acs_url"] ?? shown["redirect_url"])?.stringValue))
    }

    func told(_ id: String) async throws -> String {
        let shown = try await status(id)
        return [shown["payment"]?["status"], shown["operations"]?.arrayValue?.last?["code"]]
            .compactMap { $0?.stringValue }.joined(separator: " ")
    }

    func isPaid(_ id: String) async throws -> Bool {
        try await gate("card/refund", id, payment: ["amount": 1]).status == 200
    }
}

extension PlacetoPayShop: PayerSandbox {
    static func runJudging(_ body: (any PayerSandbox) async throws -> Void) async throws {
        try await run { try await body($0) }
    }

    func asked(_ reference: String, by method: String) async throws -> (id: String, page: String) {
        try await session()
    }

    func told(_ id: String) async throws -> String {
        let information = try await information(id)
        let attempt = information.payment?.last
        return [information.status, attempt?.status].compactMap { $0.map(Self.text) }.joined(separator: ", ")
    }

    func isPaid(_ id: String) async throws -> Bool {
        try await information(id).payment?.contains { $0.status.status == .approved } ?? false
    }
}

extension TakeMeSandbox: PayerSandbox {
    static func runJudging(_ body: (any PayerSandbox) async throws -> Void) async throws {
        try await run(authorization: .passkey) { try await body($0) }
    }

    func asked(_ reference: String, by method: String) async throws -> (id: String, page: String) {
        let (source, _) = try await makeSource(["type": .string(method)], idempotencyKey: reference)
        return (source.id, source.redirect.url)
    }

    func told(_ id: String) async throws -> String {
        let shown = try await send("GET", "/v1/sources/\(id)", key: Self.secretKey)
        let source = try TakeMeSource(json: shown.json)
        return "\(source.status.text) \(source.redirect.status.rawValue)"
    }

    /// Charges a chargeable payment in the end.
    func isPaid(_ id: String) async throws -> Bool { try await told(id).hasPrefix("chargeable") }
}

extension YunoSandbox: PayerSandbox {
    static func runJudging(_ body: (any PayerSandbox) async throws -> Void) async throws {
        try await run { try await body($0) }
    }

    func asked(_ reference: String, by method: String) async throws -> (id: String, page: String) {
        let session = try await session(scenario: method == "CARD" ? "payment.challenge" : nil)
        let paid = try await pay(session, by: method)
        try #require(paid.status == 201, "\(paid.text)")
        let view = try YunoDevicePayment(json: paid.json)
        return (view.payment, try #require(view.action.url))
    }

    func told(_ id: String) async throws -> String {
        let payment = try await payment(id)
        let code = payment.transactions.first?.responseCode.map { " \($0.rawValue)" }
        return "\(payment.status)\(code ?? "")"
    }

    func isPaid(_ id: String) async throws -> Bool { try await payment(id).amount?.captured != .zero }
}
