import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The software authenticator for web pages: what HTTP requests ask of it, without a server.
public final class BrowserService: Sendable {
    /// The path for pages: calls of `toque-webauthn.js`.
    public static let pagePath = "/page"
    /// The script's path.
    public static let scriptPath = "/toque-webauthn.js"

    private let access: BrowserAccess
    private let ceremonies: PageCeremonies
    let authenticators: VirtualAuthenticators
    /// Adds the authenticators that exist at the start and after a reset.
    private let prepare: @Sendable (VirtualAuthenticators) throws -> Void
    /// The script with the service's address and token.
    private let script: @Sendable () -> String

    public init(
        access: BrowserAccess, script: @escaping @Sendable () -> String,
        prepare: @escaping @Sendable (VirtualAuthenticators) throws -> Void
    ) throws {
        self.access = access
        self.script = script
        self.prepare = prepare
        authenticators = VirtualAuthenticators()
        ceremonies = PageCeremonies(authenticators)
        try prepare(authenticators)
    }

    /// The answer to a request by its head alone: a refusal, or a preflight's answer. nil if its body is needed.
    public func answer(toHeadOf request: BrowserRequest) -> BrowserResponse? {
        do throws(ServiceRefusal) {
            try access.checkHost(request)
            if request.method == "OPTIONS" { return try access.preflight(request) }
            try access.checkOrigin(request)
        } catch {
            return error.response
        }
        do throws(ServiceRefusal) {
            try access.checkToken(request)
            if request.path == Self.pagePath {
                guard request.method == "POST" else { throw ServiceRefusal(405, "the method is POST") }
            } else {
                // Everything else belongs to the test, not to the page.
                guard request.origin == nil else { throw ServiceRefusal(403, "pages may only use \(Self.pagePath)") }
            }
            return nil
        } catch {
            return shared(error.response, with: request)
        }
    }

    /// Answers a request. It may take as long as a person takes to answer.
    public func respond(to request: BrowserRequest) async -> BrowserResponse {
        if let answer = answer(toHeadOf: request) { return answer }
        return shared(await perform(request), with: request)
    }

    /// A page may read the answer.
    private func shared(_ response: BrowserResponse, with request: BrowserRequest) -> BrowserResponse {
        var response = response
        if let origin = request.origin { access.shared(&response, with: origin) }
        return response
    }

    private func perform(_ request: BrowserRequest) async -> BrowserResponse {
        do {
            if request.path == Self.pagePath {
                return BrowserResponse(200, await ceremonies.answer(try PageCall(request)))
            }
            return try manage(request)
        } catch let refusal as ServiceRefusal {
            return refusal.response
        } catch let error as JSONMemberError {
            return ServiceRefusal(400, "\(error)").response
        } catch let error as AuthenticatorsFull {
            return ServiceRefusal(409, "\(error)").response
        } catch {
            return ServiceRefusal(500, "\(error)").response
        }
    }

    // MARK: Management

    private func manage(_ request: BrowserRequest) throws -> BrowserResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        switch (request.method, parts.first, parts.count) {
        case ("GET", "toque-webauthn.js", 1):
            return BrowserResponse(200, contentType: "text/javascript; charset=utf-8", Array(script().utf8))
        case ("POST", "reset", 1):
            for authenticator in authenticators.all {
                _ = authenticators.remove(authenticator.id)
                try authenticator.storage.reset()
            }
            try prepare(authenticators)
            return BrowserResponse(200, list)
        case ("GET", "authenticators", 1): return BrowserResponse(200, list)
        case ("POST", "authenticators", 1):
            let id = try authenticators.add(VirtualAuthenticatorOptions(try request.json()))
            return BrowserResponse(201, try authenticator(id).summary)
        case (_, "authenticators", 2...4):
            return try manage(authenticator(parts[1]), request, Array(parts.dropFirst(2)))
        default:
            throw ServiceRefusal(404, "no such endpoint; see docs/browser-tests.md")
        }
    }

    private func manage(
        _ authenticator: VirtualAuthenticator, _ request: BrowserRequest, _ parts: [String]
    ) throws -> BrowserResponse {
        switch (request.method, parts.first, parts.count) {
        case ("GET", nil, 0): return BrowserResponse(200, authenticator.summary)
        case ("POST", nil, 0):
            let reader = try request.json()
            try reader.expectNoMembers(besides: ["gesture", "isUserConsenting", "isUserVerified"])
            try authenticator.change { (options) throws(JSONMemberError) in try options.change(reader) }
            authenticators.noteChange()
            return BrowserResponse(200, authenticator.summary)
        case ("DELETE", nil, 0):
            _ = authenticators.remove(authenticator.id)
            return BrowserResponse(204)
        case ("GET", "credentials", 1):
            return BrowserResponse(200, ["credentials": try authenticator.credentialsJSON(withKeys: false)])
        case ("POST", "credentials", 1):
            try authenticator.addCredential(try request.json())
            authenticators.noteChange()
            return BrowserResponse(201, ["credentials": try authenticator.credentialsJSON(withKeys: false)])
        case ("DELETE", "credentials", 1):
            try authenticator.removeAllCredentials()
            return BrowserResponse(204)
        case ("DELETE", "credentials", 2):
            guard let id = Base64URL.decode(parts[1]), try authenticator.removeCredential(id) else {
                throw ServiceRefusal(404, "the authenticator has no credential \(parts[1].quoted)")
            }
            return BrowserResponse(204)
        default:
            throw ServiceRefusal(404, "no such endpoint; see docs/browser-tests.md")
        }
    }

    private func authenticator(_ id: String) throws(ServiceRefusal) -> VirtualAuthenticator {
        guard let found = authenticators[id] else {
            throw ServiceRefusal(404, "there is no authenticator \(id.quoted)")
        }
        return found
    }

    private var list: JSON { ["authenticators": .array(authenticators.all.map(\.summary))] }
}

extension VirtualAuthenticator {
    fileprivate var summary: JSON {
        let options = options
        return [
            "id": .string(id), "profile": .string(options.profile.name),
            "aaguid": .string(options.profile.aaguid.description),
            "attachment": .string(options.profile.attachment.rawValue),
            "attestation": .array(options.profile.attestationFormats.map { .string($0.rawValue) }),
            "isUserConsenting": .bool(options.isUserConsenting), "isUserVerified": .bool(options.isUserVerified),
        ]
    }
}
