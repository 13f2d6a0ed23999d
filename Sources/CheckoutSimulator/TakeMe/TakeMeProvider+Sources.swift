import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

extension TakeMeProvider {
    /// The device's routes, with the public key.
    var sourceRoutes: [Route] {
        [
            Route("GET", "v1/source_types", access: TakeMeKey.any) { _ in
                .json(TakeMeSourceType.list(TakeMeSourceType.allCases)).assuming(.takeMeRoutes)
            },
            Route("POST", "v1/sources", access: TakeMeKey.any) { try await makeSource($0) },
            Route("GET", "v1/sources/{id}", access: TakeMeKey.any) { try await showSource($0) },
        ]
    }

    private func makeSource(_ request: SandboxRequest) async throws -> SandboxResponse {
        let body: TakeMeSourceRequest = try request.body()
        if let url = body.returnURL, let expectation = ReturnURL.problem(of: url) {
            throw SandboxError.invalid("redirectReturnUrl", "Found \(url.quoted), expected \(expectation).")
        }
        // A separate transaction: responses with 503 count, but are not stored under the idempotency key.
        let choice = try await request.write { try choose(for: body, header: request.scenario, $0) }
        guard let choice else { throw SandboxError.unavailable }
        return try await request.once(Self.idempotencyKeys) { transaction in
            let record = try process.make(body, scenario: choice, transaction)
            return .json(try shown(record, request.publicURL, transaction).json, status: 201)
                .struck(by: choice.scenario.faults(striking: .creation))
        }.assuming([.takeMeRoutes, .takeMeAmounts])
    }

    /// - Returns: nil for a response with 503.
    func choose(
        for body: TakeMeSourceRequest, header: String?, _ transaction: Transaction
    ) throws -> TakeMeScenario.Choice? {
        try rules.admit(
            .source, header: header, others: [(magicValues.scenario(of: String(body.amount)), .amount)], transaction)
    }

    /// With the secret key any source of the account; with the public key only one with a known `clientSecret`.
    private func showSource(_ request: SandboxRequest) async throws -> SandboxResponse {
        let key = try await TakeMeKey(request)
        let source = try await request.read { transaction -> TakeMeSource? in
            guard let record = try TakeMeSourceRecord.find(request.parameter("id"), transaction) else { return nil }
            if case .publicKey = key {
                let secret = Array((request.query("clientSecret") ?? "").utf8)
                guard secret.constantTimeEquals(Array(record.source.clientSecret.utf8)) else { return nil }
            }
            return try shown(record, request.publicURL, transaction)
        }
        // The same response for both, so guessing does not reveal which IDs exist.
        guard let source else { throw SandboxError.notFound("There is no source of this id and clientSecret.") }
        return .json(source.json).assuming([.takeMeRoutes, .takeMeLife])
    }

    /// The source with the address of the wallet's page.
    func shown(
        _ record: TakeMeSourceRecord, _ publicURL: String, _ transaction: ReadTransaction
    ) throws -> TakeMeSource {
        var source = record.source
        source.redirect.url = try PayerApproval.existing(record.approval, transaction)
            .url(Self.wallet, publicURL: publicURL)
        return source
    }
}
