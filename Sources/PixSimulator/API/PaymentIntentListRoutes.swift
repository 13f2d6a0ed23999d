import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    /// The list of payment intents, and their completion.
    var paymentIntentListRoutes: [Route] {
        [
            Route("GET", "payment-intents", access: .keyOrToken) { request in
                try await ListQuery(request, Self.paymentIntentParameters, pageSizes)
                    .page(of: PaymentIntentRecord.kind, request) { body, transaction in
                        try PaymentIntentRecord(json: body).shown(transaction)
                    }
            },
            Route("PATCH", "payment-intents/{id}") { try await completePaymentIntent($0) },
        ]
    }

    static let paymentIntentParameters =
        [
            ListParameter("id__in", "$.intent.id", .uuids), ListParameter("customer", "$.intent.customer", .uuid),
            ListParameter.choice("status", "$.intent.status", of: PaymentIntentStatus.self),
            ListParameter("external_id", "$.intent.external_id"),
        ] + ListParameter.creation("$.intent.created_at")

    /// Completes only intents of the redirect product, which the sandbox never creates: a biometric intent is confirmed
    /// on creation, and waits for its device rather than its merchant.
    private func completePaymentIntent(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = try request.id(of: PaymentIntentRecord.self)
        let _: CompletePaymentIntentRequest = try body(of: request, as: .completePaymentIntent)
        let record = try await request.read { try PaymentIntentRecord.existing(id, $0) }
        throw SandboxError.invalidStatus(
            "A payment intent of the type \(Enrollment.type) is confirmed when it is made, and this one is "
                + "\(record.state.rawValue); it goes on with POST /payment-intents/{id}/authorize/.")
    }
}
