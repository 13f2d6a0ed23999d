import APIClient
import CheckoutContracts
import ToqueEncoding

/// The device's requests to the API, with the public key.
struct YunoDeviceClient: Sendable {
    let server: ServerURL
    let transport: any HTTPTransport
    let publicKey: String

    /// The server's response.
    enum Answer: Sendable {
        case payment(YunoDevicePayment)
        /// The server refuses and has changed nothing.
        case refused(YunoAPIError)
        /// No response, or no usable one: the request may have been carried out.
        case unknown(String)
    }

    /// Why the key cannot be used; nil if it can.
    func configurationProblem() async -> String? {
        switch await send(APIRequest(.get, "/v1/sdk/configuration")) {
        case .success: nil
        case .failure(.refused(let error)): error.text
        case .failure(.unknown(let reason)): reason
        }
    }

    func pay(_ session: String, _ request: YunoDevicePaymentRequest) async -> Answer {
        await ask(APIRequest(.post, Self.path(session), body: .json(request.json)))
    }

    func read(_ session: String) async -> Answer { await ask(APIRequest(.get, Self.path(session))) }

    /// Sends a wallet's sheet to the provider behind it.
    func confirm(_ session: String) async -> Answer {
        await ask(APIRequest(.post, "\(Self.path(session))/confirm"))
    }

    /// Reports that the person closed the window, which changes no status.
    func close(_ session: String) async -> Answer {
        await ask(APIRequest(.post, "\(Self.path(session))/close"))
    }

    private static func path(_ session: String) -> String { "/v1/sdk/sessions/\(session)/payment" }

    private enum Failure: Error {
        case refused(YunoAPIError)
        case unknown(String)
    }

    private func ask(_ request: APIRequest) async -> Answer {
        switch await send(request) {
        case .success(let json):
            do throws(JSONMemberError) {
                return .payment(try YunoDevicePayment(json: json))
            } catch {
                return .unknown("the server's answer cannot be read: \(error)")
            }
        case .failure(.refused(let error)): return .refused(error)
        case .failure(.unknown(let reason)): return .unknown(reason)
        }
    }

    private func send(_ request: APIRequest) async -> Result<JSON, Failure> {
        var request = request
        request.headers.append(("public-api-key", publicKey))
        let answer: APIAnswer
        do throws(ConnectionError) {
            answer = try await transport.send(request, to: server)
        } catch {
            return .failure(.unknown("\(error)"))
        }
        let json = try? answer.json()
        switch answer.status {
        case 200...299:
            return json.map { .success($0) } ?? .failure(.unknown("the server's answer is not JSON"))
        // A rate limit says nothing about this request.
        case 400...428, 430...499:
            let error = json.flatMap { try? YunoAPIError(json: $0) }
            return .failure(
                .refused(error ?? YunoAPIError(code: "", messages: ["the server answers \(answer.status)"])))
        default: return .failure(.unknown("the server answers \(answer.status)"))
        }
    }
}

extension YunoAPIError {
    /// For logs.
    var text: String { (code.isEmpty ? messages : [code] + messages).joined(separator: ": ").harmless }
}
