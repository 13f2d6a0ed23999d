import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension TakeMeProvider {
    /// The routes of the merchant's server, with the secret key.
    var chargeRoutes: [Route] {
        [
            Route("POST", "v1/charges", access: TakeMeKey.secret) { try await makeCharge($0) },
            Route("GET", "v1/charges/{id}", access: TakeMeKey.secret) { request in
                let charge = try await request.read { try TakeMeCharge.find(request.parameter("id"), $0) }
                guard let charge else { throw SandboxError.notFound("There is no such charge.", field: "id") }
                return .json(charge.json).assuming(.takeMeRoutes)
            },
        ]
    }

    static let idempotencyKeys = IdempotencyKeys(
        lifetime: .seconds(24 * 3600),
        conflict: SandboxError(
            status: 409, code: "idempotency_conflict",
            message: "Another request came with this key; use a new key for each.", field: "Idempotency-Key"))

    /// The only operation that moves money. A repetition with the same idempotency key gets the first response. With
    /// another key, or with none, a second charge is refused.
    private func makeCharge(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: TakeMeChargeRequest = try request.body()
        @Sendable func find(_ transaction: ReadTransaction) throws -> TakeMeSourceRecord {
            guard let record = try TakeMeSourceRecord.find(body.source, transaction) else {
                throw SandboxError.notFound("There is no such source.", field: "source")
            }
            return record
        }
        // A separate transaction: responses with 503 count, but are not stored under the idempotency key.
        let scenario = try await request.write { transaction in
            var record = try find(transaction)
            return try record.admitRequest(transaction)
        }
        guard let scenario else { throw SandboxError.unavailable }
        return try await request.once(Self.idempotencyKeys) { transaction in
            var record = try find(transaction)
            let charge = try process.charge(&record, transaction)
            return .json(charge.json, status: 201).struck(by: scenario.faults(striking: .change))
        }.assuming([.takeMeRoutes, .takeMeCharges])
    }
}
