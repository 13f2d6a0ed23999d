import HTTPTypes
import Hummingbird
import Logging
import ToqueCrypto
import ToqueEncoding

/// From an HTTP request to an answer: route, key, body, handler; and a line in the journal. Nothing that comes from
/// outside ends as a 500.
struct SandboxResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let engine: Engine
    let routes: RouteTable
    let journal: Journal
    let maximumBodySize: Int
    let logger: Logger

    func respond(to request: Request, context: Context) async throws -> Response {
        let start = ContinuousClock.now
        let time = engine.store.baseNow
        // Not from the injected random source: how often a client polls must not change the objects' ids.
        let requestID = Hex.encode(SystemRandom().bytes(16))
        let target = (request.head.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(target.first ?? "/")
        var shownPath = path
        var errorCode: String?
        var response: SandboxResponse
        do {
            // HEAD is GET without the body (RFC 9110 section 9.3.2).
            let method = request.method == .head ? "GET" : request.method.rawValue
            let (route, parameters) = try routes.route(method: method, path: path)
            if route.access == .open { shownPath = route.pattern }
            response = try await answer(
                request, route, parameters, id: requestID, path: path, query: target.dropFirst().first ?? "")
        } catch {
            let refusal = refusal(error, requestID: requestID)
            errorCode = refusal.code
            // Another method does not make what an open path carries less secret.
            if case RoutingError.methodNotAllowed(let routes) = error,
                let open = routes.first(where: { $0.access == .open })
            {
                shownPath = open.pattern
            }
            response = .json(engine.provider.errorBody(refusal, requestID: requestID), status: refusal.status)
            response.assumptions = refusal.assumption.map { [$0] } ?? []
            response.headers += headers(refusing: error)
        }
        response.headers.append(("X-Request-Id", requestID))
        if !response.assumptions.isEmpty {
            response.headers.append(("X-Toque-Assumed", response.assumptions.joined(separator: ", ")))
        }
        journal.append(
            JournalEntry(
                requestID: requestID, time: time, method: request.method.rawValue, path: shownPath,
                status: response.status, duration: ContinuousClock.now - start, errorCode: errorCode))
        return request.method == .head ? Response(response).createHeadResponse() : Response(response)
    }

    private func answer(
        _ request: Request, _ route: Route, _ parameters: [String: String], id: String, path: String,
        query: Substring
    ) async throws -> SandboxResponse {
        let tenant = try await tenant(request, route)
        guard let query = FormURLEncoding.decode(query) else {
            throw SandboxError(status: 400, code: "invalid", message: "The query is not UTF-8.")
        }
        let sandboxRequest = SandboxRequest(
            id: id, path: path, parameters: parameters, query: query, body: try await body(of: request),
            acceptLanguage: request.headers[.acceptLanguage], tenant: tenant, scenario: try scenario(request),
            engine: engine)
        return try await route.handler(sandboxRequest)
    }

    private func tenant(_ request: Request, _ route: Route) async throws -> String {
        let authorization = request.headers[.authorization]
        switch route.access {
        case .open: return ""
        case .keyOrToken:
            if let token = APIKeys.bearer(authorization: authorization),
                let tenant = try await engine.provider.tenant(ofBearer: token, engine),
                engine.store.keys.contains(tenant)
            {
                return tenant
            }
            fallthrough
        case .key:
            guard let tenant = engine.store.keys.keyID(authorization: authorization) else {
                throw AccessError.unauthorized
            }
            return tenant
        }
    }

    private static let scenarioField = "X-Toque-Scenario"

    private func scenario(_ request: Request) throws(SandboxError) -> String? {
        guard let name = HTTPField.Name(Self.scenarioField), let text = request.headers[name] else { return nil }
        guard engine.provider.scenarios.named(text) != nil else {
            throw .invalid(
                Self.scenarioField, "There is no scenario of this name; GET /_toque/scenarios lists them.")
        }
        return text
    }

    private func body(of request: Request) async throws -> [UInt8] {
        var body: [UInt8] = []
        do {
            for try await buffer in request.body {
                guard body.count + buffer.readableBytes <= maximumBodySize else {
                    throw SandboxError(
                        status: 413, code: "body_too_large",
                        message: "A body of more than \(maximumBodySize) bytes is not read.")
                }
                body += buffer.readableBytesView
            }
        } catch let error as SandboxError {
            throw error
        } catch {
            throw SandboxError(
                status: 400, code: "invalid_body", message: "The body is malformed or ended before its time.")
        }
        return body
    }

    private enum AccessError: Error {
        case unauthorized
    }

    private func refusal(_ error: any Error, requestID: String) -> SandboxError {
        switch error {
        case let error as SandboxError: return error
        case AccessError.unauthorized:
            return SandboxError(
                status: 401, code: "authentication_failed",
                message: "The API key is missing or wrong; send HTTP Basic with the key's id and secret.")
        case RoutingError.notFound: return .notFound("There is no such endpoint.")
        case RoutingError.methodNotAllowed(let routes):
            return SandboxError(
                status: 405, code: "method_not_allowed",
                message: "This endpoint takes \(Self.methods(routes)).")
        default:
            // What is left is no fault of the client's: a full disk, a damaged database.
            logger.error("request \(requestID) failed: \(error)")
            return SandboxError(
                status: 503, code: "service_unavailable",
                message: "The sandbox cannot serve this request; its log says why.")
        }
    }

    private static func methods(_ routes: [Route]) -> String { routes.map(\.method).joined(separator: ", ") }

    private func headers(refusing error: any Error) -> [(name: String, value: String)] {
        switch error {
        case AccessError.unauthorized: [("WWW-Authenticate", "Basic realm=\"API keys\"")]
        case RoutingError.methodNotAllowed(let routes): [("Allow", Self.methods(routes))]
        default: []
        }
    }
}

extension Response {
    private typealias Field = HTTPFields.Element

    init(_ response: SandboxResponse) {
        var headers = HTTPFields()
        for (name, value) in response.headers {
            // Names are constants of this program; one that is no field name is a slip that a test sees.
            if let name = Field.Name(name) { headers.append(Field(name: name, value: value)) }
        }
        self.init(
            status: HTTPResponse.Status(code: response.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }
}
