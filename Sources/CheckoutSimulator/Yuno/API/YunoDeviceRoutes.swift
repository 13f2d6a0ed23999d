import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension YunoProvider {
    static let devicePath = "v1/sdk/sessions/{session}/payment"

    /// The SDK's routes, with the public key and the session's ID. They are undocumented.
    var deviceRoutes: [Route] {
        [
            Route("GET", "v1/sdk/configuration", access: .yunoDevice) { _ in
                .json(Self.configuration).assuming(Behavior.yunoDeviceRoutes)
            },
            Route("POST", Self.devicePath, access: .yunoDevice) { try await pay($0) },
            Route("GET", Self.devicePath, access: .yunoDevice) { request in
                let view = try await request.read { transaction in
                    let session = try YunoSessionRecord.open(request.parameter("session"), transaction)
                    return try devicePayment(
                        session.existingPayment(transaction), publicURL: request.publicURL, transaction)
                }
                return .device(view)
            },
            Route("POST", "\(Self.devicePath)/confirm", access: .yunoDevice) { try await confirm($0) },
            Route("POST", "\(Self.devicePath)/close", access: .yunoDevice) { try await close($0) },
        ]
    }

    static let configuration: JSON = [
        "payment_method_types": .array(YunoPaymentMethodType.allCases.map { .string($0.rawValue) }),
        "languages": .array(YunoLanguage.allCases.map { .string($0.rawValue) }),
    ]

    // MARK: Payment

    private enum Paying: Sendable {
        case unavailable
        case made(YunoDevicePayment, [Fault])
        /// The session already has a payment, and it is still pending.
        case known(YunoDevicePayment)
    }

    private func pay(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: YunoDevicePaymentRequest = try request.body()
        guard let method = YunoPaymentMethodType(rawValue: body.paymentMethod.type) else {
            throw SandboxError(
                .unavailablePaymentMethod,
                "Found \(body.paymentMethod.type.quoted), expected "
                    + YunoPaymentMethodType.allCases.map(\.rawValue).joined(separator: ", ") + ".",
                field: "payment_method.type")
        }
        let token = body.paymentMethod.vaultedToken
        let paying: Paying = try await request.write { transaction in
            var session = try YunoSessionRecord.open(request.parameter("session"), transaction)
            if session.payment != nil {
                let known = try session.existingPayment(transaction)
                try Self.checkRepetition(known, method)
                return .known(try devicePayment(known, publicURL: request.publicURL, transaction))
            }
            let amount = session.session.request.amount
            if let problem = YunoMethodRules.problem(method, amount, token: token) {
                throw problem
            }
            guard
                let choice = try rules.admit(
                    .payment, header: method.scenario(named: request.scenario),
                    others: [
                        (method.scenario(named: token.flatMap(YunoTestValues.scenario)), .token),
                        (method.scenario(named: session.scenario), .header),
                        (
                            method.scenario(named: YunoTestValues.magicAmounts.scenario(ofDecimal: amount.value)),
                            .amount
                        ),
                    ], transaction)
            else { return .unavailable }
            let record = try makePayment(
                method, token: token, scenario: choice, in: &session, transaction)
            return .made(
                try devicePayment(record, publicURL: request.publicURL, transaction),
                choice.scenario.faults(striking: .creation))
        }
        switch paying {
        case .unavailable: throw SandboxError.unavailable
        case .made(let view, let faults): return .device(view, status: 201).struck(by: faults)
        case .known(let view): return .device(view)
        }
    }

    /// A session has one payment, which stays the same while it is pending.
    private static func checkRepetition(_ record: YunoPaymentRecord, _ method: YunoPaymentMethodType) throws {
        guard !record.payment.status.isFinal else {
            throw SandboxError(
                .invalidStatus, "The session's payment is \(record.payment.status); make another session.")
        }
        guard record.method == method else {
            throw SandboxError(
                .invalidStatus,
                "The session's payment by \(record.method.rawValue) is \(record.payment.status); a session is for one "
                    + "payment.", field: "payment_method.type")
        }
    }

    // MARK: The person's actions on the device

    /// Sends a wallet's sheet to the provider behind it, which responds during the request.
    private func confirm(_ request: SandboxRequest) async throws -> SandboxResponse {
        let confirmed: (view: YunoDevicePayment, faults: [Fault])? = try await request.write { transaction in
            var record = try YunoSessionRecord.open(request.parameter("session"), transaction)
                .existingPayment(transaction)
            guard let scenario = try record.admitRequest(transaction) else { return nil }
            try confirm(&record, transaction)
            return (
                try devicePayment(record, publicURL: request.publicURL, transaction),
                scenario.faults(striking: .change)
            )
        }
        guard let confirmed else { throw SandboxError.unavailable }
        return .device(confirmed.view).struck(by: confirmed.faults)
    }

    func confirm(_ record: inout YunoPaymentRecord, _ transaction: Transaction) throws {
        guard record.state == .sheetShown else {
            throw SandboxError(
                .invalidStatus, "The payment is \(record.payment.status); no sheet waits to be confirmed.")
        }
        try process.require(.personApproved, to: &record, transaction)
        try process.answer(&record, transaction)
    }

    /// The person closed the window. That does not cancel: it changes nothing.
    private func close(_ request: SandboxRequest) async throws -> SandboxResponse {
        let view = try await request.write { transaction in
            let record = try YunoSessionRecord.open(request.parameter("session"), transaction)
                .existingPayment(transaction)
            if !record.payment.status.isFinal { try logClosing(of: record, transaction) }
            return try devicePayment(record, publicURL: request.publicURL, transaction)
        }
        return .device(view)
    }

    func logClosing(of record: YunoPaymentRecord, _ transaction: Transaction) throws {
        try transaction.emit(
            "payment.closed", kind: YunoPaymentRecord.kind, object: record.id,
            data: ["status": .string(record.payment.status.status), "sub_status": "CLOSED_BY_USER"])
    }
}

extension SandboxResponse {
    fileprivate static func device(_ payment: YunoDevicePayment, status: Int = 200) -> SandboxResponse {
        .json(payment.json, status: status).assuming(
            [Behavior.yunoDeviceRoutes] + (payment.action.type == .qr ? [Behavior.yunoCode] : []))
    }
}
