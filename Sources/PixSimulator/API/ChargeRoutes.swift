import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    /// Charges, and the transactions that they leave behind when they succeed.
    var chargeRoutes: [Route] {
        [
            Route("GET", "charges") { request in
                try await ListQuery(request, Self.chargeParameters).page(of: Charge.kind, request) { body, _ in
                    try Charge(json: body)
                }
            },
            Route("GET", "charges/{id}") { request in
                let id = try request.id(of: "charge")
                guard let charge = try await request.read({ try Charge.find(id, $0) }) else {
                    throw SandboxError.notFound("There is no such charge.")
                }
                return .showing(charge)
            },
            Route("GET", "transactions") { request in
                try await ListQuery(request, Self.transactionParameters)
                    .page(of: PaymentTransaction.kind, request) { body, _ in try PaymentTransaction(json: body) }
            },
            Route("GET", "transactions/{id}") { request in
                let id = try request.id(of: "transaction")
                guard let movement = try await request.read({ try PaymentTransaction.find(id, $0) }) else {
                    throw SandboxError.notFound("There is no such transaction.")
                }
                return .showing(movement)
            },
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
