import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    /// Rows 13 and 15 of the fact sheet's section 2.
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

    /// Only intents of the redirect product are completed in this way, and the sandbox makes none: a biometric one is
    /// confirmed as it is made, and waits for its device and not for its merchant.
    private func completePaymentIntent(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = try request.id(of: PaymentIntentRecord.self)
        let _: CompletePaymentIntentRequest = try request.body()
        let record = try await request.read { try PaymentIntentRecord.existing(id, $0) }
        throw SandboxError.invalidStatus(
            "A payment intent of the type \(Enrollment.type) is confirmed when it is made, and this one is "
                + "\(record.state.rawValue); it goes on with POST /payment-intents/{id}/authorize/.")
    }
}
