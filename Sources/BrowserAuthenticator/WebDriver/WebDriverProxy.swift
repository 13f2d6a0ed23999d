import Synchronization
import ToqueEncoding

/// Stands between a WebDriver client and a driver: passes commands through, answers those for virtual authenticators
/// (WebAuthn section 11), and puts `toque-webauthn.js` into the pages.
public final class WebDriverProxy: Sendable {
    /// A driver's answer.
    public struct Answer: Sendable {
        public var status: Int
        public var body: [UInt8]

        public init(status: Int, body: [UInt8]) {
            self.status = status
            self.body = body
        }

        var json: JSON? { try? JSON(parsing: body, limits: .init(size: 64 << 20, depth: 512)) }
    }

    /// Sends a command to the driver: method, path with query, body.
    public typealias Driver = @Sendable (String, String, [UInt8]) async throws -> Answer

    /// The path under which pages reach their session's authenticators.
    static let pages = "/toque-pages"
    private static let capabilities: JSONObject = [
        "webauthn:virtualAuthenticators": true, "webauthn:extension:credBlob": true,
        "webauthn:extension:largeBlob": true, "webauthn:extension:minPinLength": true, "webauthn:extension:prf": true,
    ]

    private let url: @Sendable () -> String
    private let driver: Driver
    private let sessions = Mutex<[String: WebDriverSession]>([:])

    /// - Parameter url: the proxy's own, without a trailing slash.
    public init(url: @escaping @Sendable () -> String, driver: @escaping Driver) {
        self.url = url
        self.driver = driver
    }

    /// The answer to a request by its head alone: a refusal, or a preflight's answer. nil if its body is needed.
    public func answer(toHeadOf request: BrowserRequest) -> BrowserResponse? {
        if let pages = pageRequest(request) {
            return pages.session?.service.answer(toHeadOf: pages.request)
                ?? (pages.session == nil ? pages.unknown : nil)
        }
        // Like drivers themselves: no page may drive a browser.
        guard request.origin == nil, request.host.flatMap({ Authority($0) })?.isLoopback == true else {
            return WebDriverError(
                status: 403, code: "unknown error", message: "only programs of this machine may use the proxy"
            ).response
        }
        return nil
    }

    /// Answers a request. The path keeps its query.
    public func respond(to request: BrowserRequest) async -> BrowserResponse {
        if let answer = answer(toHeadOf: request) { return answer }
        if let pages = pageRequest(request) {
            return await pages.session?.service.respond(to: pages.request) ?? pages.unknown
        }
        let parts = request.path.split(separator: "/").map(String.init)
        do throws(WebDriverError) {
            if parts == ["session"], request.method == "POST" { return try await open(request) }
            guard parts.first == "session", parts.count > 1 else { return try await pass(request) }
            guard let session = sessions.withLock({ $0[parts[1]] }) else { throw .noSuchSession(parts[1]) }
            if parts.count > 3, parts[2] == "webauthn", parts[3] == "authenticator" {
                return try await perform(request, Array(parts.dropFirst(4)), in: session)
            }
            if parts.count == 2, request.method == "DELETE" { sessions.withLock { $0[parts[1]] = nil } }
            return try await pass(request, Array(parts.dropFirst(2)), in: session)
        } catch {
            return error.response
        }
    }

    /// A page's request to its session's authenticators.
    private struct PageRequest {
        /// nil if there is no such session.
        let session: WebDriverSession?
        let request: BrowserRequest
        let unknown: BrowserResponse
    }

    /// - Returns: nil for a command of WebDriver.
    private func pageRequest(_ request: BrowserRequest) -> PageRequest? {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.first == "toque-pages" else { return nil }
        var inner = request
        inner.path = "/\(parts.last ?? "")"
        return PageRequest(
            session: parts.count == 3 ? sessions.withLock { $0[parts[1]] } : nil, request: inner,
            unknown: WebDriverError.noSuchSession(parts.count > 1 ? parts[1] : "").response)
    }

    // MARK: Sessions

    /// Opens a session. The driver sees none of the capabilities that the proxy itself has.
    private func open(_ request: BrowserRequest) async throws(WebDriverError) -> BrowserResponse {
        let asked: JSON
        do throws(ServiceRefusal) {
            asked = try request.json().value
        } catch {
            throw .invalidArgument(error.message)
        }
        let answer = try await send("POST", "/session", Array(Self.withoutOwn(asked).serialized().utf8))
        guard var object = answer.json?.objectValue, var value = object["value"]?.objectValue,
            let id = value["sessionId"]?.stringValue, var capabilities = value["capabilities"]?.objectValue
        else { return Self.response(answer) }
        do {
            let session = try WebDriverSession(
                id: id, hasCDP: capabilities["goog:chromeOptions"] != nil, url: url(), driver: driver)
            sessions.withLock { $0[id] = session }
        } catch {
            throw .unknown("\(error)")
        }
        for (name, own) in Self.capabilities { capabilities[name] = own }
        value["capabilities"] = .object(capabilities)
        object["value"] = .object(value)
        return BrowserResponse(answer.status, .object(object))
    }

    private static func withoutOwn(_ value: JSON) -> JSON {
        if let object = value.objectValue {
            var others = JSONObject()
            for (name, member) in object where !name.hasPrefix("webauthn:") { others[name] = withoutOwn(member) }
            return .object(others)
        }
        if let array = value.arrayValue { return .array(array.map(withoutOwn)) }
        return value
    }

    private func perform(
        _ request: BrowserRequest, _ parts: [String], in session: WebDriverSession
    ) async throws(WebDriverError) -> BrowserResponse {
        let body: JSONReader
        do throws(ServiceRefusal) {
            body = try request.json()
        } catch {
            throw .invalidArgument(error.message)
        }
        let value = try VirtualAuthenticatorCommands(session.service.authenticators).perform(
            request.method, parts, body)
        if !session.isActive { await session.activate() }
        return BrowserResponse(200, ["value": value])
    }

    // MARK: Passing through

    /// The commands after which another page or frame may be the current one.
    private static let moves: Set<String> = ["url", "back", "forward", "refresh", "window", "frame", "click", "value"]

    private func pass(
        _ request: BrowserRequest, _ parts: [String], in session: WebDriverSession
    ) async throws(WebDriverError) -> BrowserResponse {
        // A page may have moved on by itself since the last command.
        if parts.first == "execute" { await session.inject(isDriverBusyNext: parts.last == "async") }
        let response = try await pass(request)
        let isMove = request.method == "POST" && (parts.contains(where: Self.moves.contains) || parts == ["actions"])
        if isMove, response.status == 200 {
            if parts.first == "window" { await session.prepareWindow() }
            await session.inject()
        } else if !parts.isEmpty {
            await session.carryCalls()
        }
        return response
    }

    private func pass(_ request: BrowserRequest) async throws(WebDriverError) -> BrowserResponse {
        Self.response(try await send(request.method, request.path, request.body))
    }

    private func send(
        _ method: String, _ path: String, _ body: [UInt8]
    ) async throws(WebDriverError) -> Answer {
        do {
            return try await driver(method, path, body)
        } catch {
            throw .unknown("the driver does not answer: \(error)")
        }
    }

    private static func response(_ answer: Answer) -> BrowserResponse {
        BrowserResponse(answer.status, contentType: "application/json; charset=utf-8", answer.body)
    }
}
