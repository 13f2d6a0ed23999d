import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension YunoProvider {
    static let paymentsPath = "v1/payments"
    /// The payments of an order. The documents define no paging for this list.
    private static let listLimit = 100

    /// Payments, for the merchant's server.
    var paymentRoutes: [Route] {
        [
            Route("GET", "\(Self.paymentsPath)/{id}", access: .yunoMerchant) { request in
                let id = request.parameter("id")
                let record = try await request.read { try YunoPaymentRecord.known(id, $0) }
                return .yunoPayment(record.payment)
            },
            Route("GET", Self.paymentsPath, access: .yunoMerchant) { try await list($0) },
        ]
    }

    private func list(_ request: SandboxRequest) async throws -> SandboxResponse {
        guard let order = request.query("merchant_order_id") else {
            throw SandboxError.required("merchant_order_id", "Found nothing, expected the id of an order.")
        }
        let payments = try await request.read { transaction in
            try transaction.objects(
                kind: YunoPaymentRecord.kind, filters: [.equals("$.payment.merchant_order_id", order)],
                limit: Self.listLimit
            ).bodies.map { try YunoPaymentRecord(json: $0).payment.json }
        }
        return .json(.array(payments)).assuming(Behavior.yunoPaymentList)
    }
}

extension SandboxResponse {
    static func yunoPayment(_ payment: YunoPayment) -> SandboxResponse {
        .json(payment.json).assuming(Behavior.yunoPaymentShape)
    }
}
