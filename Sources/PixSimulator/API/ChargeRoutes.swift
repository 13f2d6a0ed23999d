import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    /// Charges, and the transactions of successful ones.
    var chargeRoutes: [Route] {
        [
            Route("GET", "charges") { request in
                try await ListQuery(request, Self.chargeParameters, pageSizes).page(of: Charge.kind, request) {
                    body, _ in
                    try Charge(json: body)
                }
            },
            Route("GET", "charges/{id}") { try await .showing($0.object(Charge.self)) },
            Route("GET", "transactions") { request in
                try await ListQuery(request, Self.transactionParameters, pageSizes)
                    .page(of: PaymentTransaction.kind, request) { body, _ in try PaymentTransaction(json: body) }
            },
            Route("GET", "transactions/{id}") { try await .showing($0.object(PaymentTransaction.self)) },
        ]
    }

    static let chargeParameters =
        [
            ListParameter("id__in", "$.id", .uuids), ListParameter("payment_intent", "$.payment_intent", .uuid),
            ListParameter("customer", "$.customer", .uuid),
            ListParameter.choice("status", "$.status", of: ChargeStatus.self),
        ] + ListParameter.creation("$.created_at")

    static let transactionParameters =
        [
            ListParameter("id__in", "$.id", .uuids), ListParameter("payment_intent", "$.payment_intent", .uuid),
            ListParameter("charge", "$.charge", .uuid), ListParameter("customer", "$.customer", .uuid),
            ListParameter("beneficiary", "$.beneficiary", .uuid),
            ListParameter.choice(
                "transaction_type", "$.transaction_type", of: PaymentTransaction.Direction.self),
        ] + ListParameter.creation("$.created_at")
}
