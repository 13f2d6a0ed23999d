import Testing
import ToqueCrypto
import ToqueEncoding

@testable import Sandbox

/// Endpoints that authenticate a request by its content.
@Suite struct ProviderAccessTests {
    /// The body has the key, as `id:secret`; an empty one gets the provider's own refusal.
    private static let inBody = Route.Access.provider { request in
        guard !request.body.isEmpty else {
            var response = SandboxResponse.text("sign in", status: 401)
            response.headers.append(("WWW-Authenticate", "Lamp"))
            throw ProviderRefusal(code: "unsigned", response: response)
        }
        let parts = String(decoding: request.body, as: UTF8.self).split(separator: ":").map(String.init)
        guard parts.count == 2, try await request.takes(APIKey(id: parts[0], secret: parts[1])) else {
            throw SandboxError(status: 401, code: "bad_signature", message: "")
        }
        return parts[0]
    }

    /// All parts of a request that a signature may cover.
    private static let signed = Route.Access.provider { request in
        let covered = "\(request.method) \(request.target) \(request.header("X-Nonce") ?? "")\n"
        let signature = Hex.encode(Digest.sha256(Array(covered.utf8) + request.body))
        guard request.header("X-Signature") == signature else {
            throw SandboxError(status: 403, code: "bad_signature", message: "")
        }
        return request.header("X-Tenant") ?? ""
    }

    private static let show: Route.Handler = { .json(["tenant": .string($0.tenant)]) }

    private func run(_ body: (SandboxServer) async throws -> Void) async throws {
        try await withServer([
            Route("POST", "login", access: Self.inBody, bodyLimit: 50, handler: Self.show),
            Route("PUT", "signed/{id}", access: Self.signed, handler: Self.show),
        ]) {
            $0.keys.append(.sandbox)
        } _: {
            try await body($0)
        }
    }

    @Test("A key in the body is accepted, and the request is in its tenant's journal")
    func takesAKeyInTheBody() async throws {
        try await run { server throws in
            let answer = try await server.send("POST", "/login", body: "id:secret", id: "sandbox", secret: "wrong")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"tenant":"id"}"#)
            #expect(try await server.journal.page(tenant: "id").entries.map(\.path) == ["/login"])
            #expect(try await server.journal.page(tenant: "sandbox").entries.isEmpty)
        }
    }

    @Test("A refused key is answered in the provider's form, without an HTTP Basic challenge")
    func refusesInTheProvidersForm() async throws {
        try await run { server throws in
            let answer = try await server.send("POST", "/login", body: "id:wrong")
            #expect(answer.status == 401)
            #expect(answer.headers["www-authenticate"] == nil)
            #expect(answer.text.hasPrefix(#"{"code":"bad_signature","#))
        }
    }

    @Test("A provider's own answer to a refused key is sent unchanged, and journaled with its code")
    func refusesWithAnAnswerOfItsOwn() async throws {
        try await run { server throws in
            let answer = try await server.send("POST", "/login")
            #expect(answer.status == 401)
            #expect(answer.headers["www-authenticate"] == "Lamp")
            #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
            #expect(answer.headers["x-request-id"]?.isEmpty == false)
            #expect(answer.text == "sign in")
            #expect(try await server.journal.entries.map(\.errorCode) == ["unsigned"])
        }
    }

    @Test("A signature over method, target, headers and body is checked before the handler runs")
    func checksASignature() async throws {
        try await run { server throws in
            func send(_ target: String, signed: String, tenant: String = "id", body: String = "{}") async throws -> UInt
            {
                let signature = Hex.encode(Digest.sha256("PUT \(signed) 7\n{}"))
                let headers = [("X-Nonce", "7"), ("X-Tenant", tenant), ("X-Signature", signature)]
                return try await server.send("PUT", target, headers: headers, body: body).status
            }
            #expect(try await send("/signed/a%2Fb?x=%31", signed: "/signed/a%2Fb?x=%31") == 200)
            #expect(try await send("/signed/a%2Fb?x=1", signed: "/signed/a%2Fb?x=%31") == 403)
            #expect(try await send("/signed/a", signed: "/signed/a", body: "[]") == 403)
            #expect(try await send("/signed/a", signed: "/signed/a", tenant: "nobody") == 401)
            #expect(try await send("/signed/a", signed: "/signed/a", tenant: "") == 401)
        }
    }

    @Test(
        "A page of another origin cannot use the default key by the provider's access", arguments: ["login", "signed"])
    func guardsTheDefaultKey(path: String) async throws {
        try await run { server throws in
            let signature = Hex.encode(Digest.sha256("PUT /signed/a \nsandbox:sandbox"))
            let own = [("X-Tenant", "sandbox"), ("X-Signature", signature)]
            let foreign = own + [("Origin", "https://evil.example")]
            let (method, path) = path == "login" ? ("POST", "/login") : ("PUT", "/signed/a")
            let body = "sandbox:sandbox"
            #expect(try await server.send(method, path, headers: own, body: body).status == 200)
            #expect(try await server.send(method, path, headers: foreign, body: body).status == 403)
        }
    }

    @Test("A body over the limit is refused before the provider is asked")
    func boundsTheBody() async throws {
        try await run { server throws in
            let answer = try await server.send("POST", "/login", body: String(repeating: "x", count: 51))
            #expect(answer.status == 413)
        }
    }
}
