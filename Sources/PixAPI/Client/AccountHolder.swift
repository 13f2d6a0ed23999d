import APIClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ToqueEncoding

/// Acts as the account holder on the bank's approval page: reads the page at an enrollment's `redirect_url` and presses
/// one of its buttons. Returns the bank's redirect.
public struct AccountHolder: Sendable {
    /// The values of the page's `decision` buttons.
    public enum Decision: Sendable, Hashable {
        case approve
        case decline
        /// The bank fails with this OAuth error code, such as `server_error`.
        case fail(error: String)
    }

    private let transport: AsyncHTTPTransport

    public init(transport: AsyncHTTPTransport) { self.transport = transport }

    /// Opens the page and decides.
    /// - Returns: the callback URL with the parameters that the bank added.
    /// - Throws: `PixClientError`: `refused` if there is no page (404), if the decision was already made or the
    ///   enrollment has ended (409), and if its time is over (410), with the bank's reason if it gives one.
    public func decide(_ decision: Decision, at redirectURL: String) async throws(PixClientError) -> String {
        let page = try await execute(Self.request(redirectURL), name: redirectURL)
        guard page.status == .ok else { throw await refused("GET \(redirectURL)", page) }
        var form = Self.request(redirectURL)
        form.method = .POST
        form.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        form.body = .bytes(ByteBuffer(string: Self.fields(decision)))
        let answer = try await execute(form, name: redirectURL)
        guard answer.status == .seeOther, let location = answer.headers.first(name: "Location") else {
            throw await refused("POST \(redirectURL)", answer)
        }
        return location
    }

    /// Opens the callback URL, as the person's browser would, and returns the response's status.
    public func deliver(callbackURL: String) async throws(PixClientError) -> Int {
        // The query contains the code and the ID token, which errors must not show.
        let name = String(callbackURL.prefix { $0 != "?" })
        return Int(try await execute(HTTPClientRequest(url: callbackURL), name: name).status.code)
    }

    private func execute(
        _ request: HTTPClientRequest, name: String
    ) async throws(PixClientError) -> HTTPClientResponse {
        do throws(ConnectionError) {
            return try await transport.execute(request, name: name)
        } catch {
            throw PixClientError(error)
        }
    }

    private static func fields(_ decision: Decision) -> String {
        switch decision {
        case .approve: FormURLEncoding.encode([("decision", "approve")])
        case .decline: FormURLEncoding.encode([("decision", "decline")])
        case .fail(let error): FormURLEncoding.encode([("decision", "decline"), ("error", error)])
        }
    }

    /// Accepts JSON too: the sandbox then refuses with the API's error array.
    private static func request(_ url: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url)
        request.headers.add(name: "Accept", value: "text/html, application/json")
        return request
    }

    private func refused(_ name: String, _ answer: HTTPClientResponse) async -> PixClientError {
        // Another bank's page may be for people only; the status suffices then.
        let body = try? await answer.body.collect(upTo: APIAnswer.bodyLimit)
        let items = body.flatMap { try? JSON(parsing: Array($0.readableBytesView)) }.map(APIErrorItem.items) ?? []
        return .refused(request: name, status: Int(answer.status.code), errors: items)
    }
}
