import APIClient
import CheckoutContracts
import ToqueEncoding

/// Checkout over HTTP, for the merchant's server. Never use it on a device, because it needs the secret key.
public class CheckoutPaymentRepository: CheckoutRepository {
    public var baseUrl: String
    private let site: CheckoutSite?
    private let transport: any HTTPTransport

    /// - Parameter baseUrl: such as `https://checkout-test.placetopay.com`.
    public convenience init(baseUrl: String) { self.init(baseUrl: baseUrl, site: nil) }

    /// - Parameters:
    ///   - baseUrl: such as `https://checkout-test.placetopay.com`.
    ///   - site: the requesting site. Default: the environment's.
    ///   - transport: sends requests. Default: HTTP, over connections that all repositories share.
    public init(baseUrl: String, site: CheckoutSite?, transport: (any HTTPTransport)? = nil) {
        self.baseUrl = baseUrl
        self.site = site
        self.transport = transport ?? CheckoutPaymentRepository.http
    }

    private static let http = AsyncHTTPTransport()

    public func createSession(
        package: some CheckoutPackage, buyer: some CheckoutCustomer, ipAddress: String,
        handler: @escaping (any CheckoutResult) -> Void
    ) async {
        let request = CheckoutPaymentRequest(
            package: package, buyer: buyer, ipAddress: ipAddress, site: site ?? .environment)
        handler(
            await result(of: "/api/session", request.json) { json throws(JSONMemberError) in
                CheckoutPaymentResponse(try PlacetoPaySessionResponse(json: json))
            })
    }

    public func searchSession(sessionId: Int, handler: @escaping (any CheckoutResult) -> Void) async {
        let request = CheckoutInformationRequest(site: site ?? .environment)
        handler(
            await result(of: "/api/session/\(sessionId)", request.json) { json throws(JSONMemberError) in
                CheckoutInformationResponse(try PlacetoPaySessionInformation(json: json))
            })
    }

    /// A refusal is a response with a status. Every failure without a response is one error.
    private func result(
        of path: String, _ body: JSON, read: (JSON) throws(JSONMemberError) -> any CheckoutResult
    ) async -> any CheckoutResult {
        do {
            guard let server = ServerURL(baseUrl) else { throw CheckoutError.networkError("no server URL", 500) }
            let answer = try await transport.send(APIRequest(.post, path, body: .json(body)), to: server)
            return try read(answer.json())
        } catch let error as CheckoutError {
            return ResultError(error: error)
        } catch {
            return ResultError(error: .networkError("\(error)", 500))
        }
    }
}
