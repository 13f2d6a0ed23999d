import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    /// The token endpoint, and the variant in the provider's public sample.
    var accessTokenRoutes: [Route] {
        [
            Route("POST", "payments/api/widget-token") { request in
                try await answer(request, useCases: AccessTokenRequest.UseCase.allCases)
            },
            // The router removes the prefix `payments/br`.
            Route("POST", "token", access: .open) { request in
                let body: AccessTokenRequest = try body(of: request, as: .requestAccessToken)
                guard try await request.takes(APIKey(id: body.id, secret: body.password)) else {
                    throw SandboxError(
                        status: 401, code: "authentication_failed",
                        message: "The key in the body is wrong; send its id, and its secret as password.")
                }
                return try await answer(request.entering(body.id), useCases: body.useCases)
            },
        ]
    }

    private func answer(
        _ request: SandboxRequest, useCases: [AccessTokenRequest.UseCase]
    ) async throws -> SandboxResponse {
        let (ids, now) = try await request.write { (try AccessTokenIssuer.newIDs($0), $0.now) }
        let tokens = try await accessTokens.tokens(
            for: request.tenant, useCases: useCases, ids: ids, at: now, request.engine)
        return .showing(tokens)
    }
}
