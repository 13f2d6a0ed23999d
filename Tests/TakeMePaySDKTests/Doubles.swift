import APIClient
import CheckoutContracts
import CheckoutPresentation
import Synchronization
import TakeMePaySDK
import ToqueEncoding

/// A scripted API and wallet page.
final class FakeServer: HTTPTransport {
    struct State {
        var requests: [String] = []
        var keys: [String] = []
        /// Answers to the polls in order; the last one repeats.
        var polls: [Poll] = [.status("consumed")]
        var creations: [Creation] = [.made]
        var outcome: Outcome = .approved
        var types: JSON = [["type": "WeChatPay"], ["type": "LinePay"], ["type": "Alipay"]]
        var sources = 0
    }

    enum Poll { case status(String), answer(Int), unreachable, interrupted }
    enum Creation { case made, lost, answer(Int) }
    enum Outcome { case approved, declined, refused, lost }

    let state = Mutex(State())

    init(_ change: (inout State) -> Void = { _ in }) { state.withLock { change(&$0) } }

    /// Requests such as `POST /v1/sources`, without queries.
    var requests: [String] { state.withLock { $0.requests } }
    var polls: Int { requests.count { $0.hasPrefix("GET /v1/sources/") } }

    static func source(_ number: Int, status: String) -> JSON {
        [
            "object": "source", "id": .string("src_\(number)"), "amount": 10, "clientSecret": "s", "currency": "JPY",
            "metadata": [:], "description": "Tea", "created": 0, "updated": .int(number),
            "redirect": [
                "url": .string("http://localhost:1/wallet/\(number)"), "returnUrl": .null, "status": "pending",
            ],
            "status": .string(status), "type": "WeChatPay", "flow": "redirect", "liveMode": false, "subType": .null,
            "payload": .null,
        ]
    }

    private static let error: JSON = ["error": ["code": "code", "message": "message"]]

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        let answer: Result<(Int, JSON), ConnectionError> = state.withLock { state in
            let path = request.path.prefix { $0 != "?" }
            state.requests.append("\(request.method.rawValue) \(path)")
            switch (request.method, path.split(separator: "/").dropFirst(path.hasPrefix("/v1") ? 1 : 0).first) {
            case (.get, "source_types"): return .success((200, state.types))
            case (.post, "sources"):
                state.keys.append(request.headers.first { $0.name == "Idempotency-Key" }?.value ?? "")
                let creation = state.creations.count > 1 ? state.creations.removeFirst() : state.creations[0]
                switch creation {
                case .made:
                    state.sources += 1
                    return .success((201, Self.source(state.sources, status: "pending")))
                case .lost: return .failure(.interrupted(server: "\(server)", reason: "reset"))
                case .answer(let status): return .success((status, Self.error))
                }
            case (.get, "sources"):
                let poll = state.polls.count > 1 ? state.polls.removeFirst() : state.polls[0]
                switch poll {
                case .status(let status): return .success((200, Self.source(state.sources, status: status)))
                case .answer(let status): return .success((status, Self.error))
                case .unreachable: return .failure(.unreachable(server: "\(server)", reason: "down"))
                case .interrupted: return .failure(.interrupted(server: "\(server)", reason: "reset"))
                }
            case (.get, "wallet"):
                return .success(
                    (
                        200,
                        [
                            "payee": "Loja Exemplo", "amount": "10", "currency": "JPY", "reference": "Tea",
                            "object": "src_1", "expires_at": .null,
                        ]
                    ))
            case (.post, "wallet"):
                let isDeclined = request.body?.json?["decision"] == "decline"
                switch isDeclined ? .declined : state.outcome {
                case .approved: return .success((200, ["outcome": "approved", "location": .null]))
                case .declined: return .success((200, ["outcome": "declined", "location": .null]))
                case .refused:
                    return .success((200, ["outcome": "refused", "code": "signature_invalid", "location": .null]))
                case .lost: return .failure(.interrupted(server: "\(server)", reason: "reset"))
                }
            default: return .success((404, Self.error))
            }
        }
        let (status, json) = try answer.get()
        return APIAnswer(status: status, body: json.utf8)
    }
}

/// Records a delegate's calls in order.
@MainActor
final class Recorder: TMPPaymentDelegate {
    private(set) var calls: [String] = []
    private(set) var error: (any Error)?
    private(set) var polled: TMPSource?
    private var result: TMPPaymentResultState?
    private var waiting: CheckedContinuation<TMPPaymentResultState, Never>?

    func end() async -> TMPPaymentResultState {
        if let result { return result }
        return await withCheckedContinuation { waiting = $0 }
    }

    func payment(
        _ payment: TMPPayment, didReceivedSourceTypes sourceTypes: [String]?, selectedSourceType: String?,
        error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {
        let types = sourceTypes?.joined(separator: "+") ?? "nil"
        calls.append("types \(types) \(selectedSourceType ?? "nil")\(Self.mark(error))")
    }

    func payment(_ payment: TMPPayment, willCreateSourceByUsing params: TMPSourceParams) {
        calls.append("creating \(params.type)")
    }

    func payment(
        _ payment: TMPPayment, didCreate source: TMPSource?, error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {
        calls.append("created \(source?.sourceId ?? "nil")\(Self.mark(error))")
    }

    func payment(
        _ payment: TMPPayment, didFinishAuthorization state: TMPPaymentAuthorizationState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {
        calls.append("authorization \(state)\(Self.mark(error))")
    }

    func payment(
        _ payment: TMPPayment, didPolled source: TMPSource?, state: TMPPaymentPollingResultState,
        error: (any Error)?, userInfo: [AnyHashable: Any]?
    ) {
        polled = source
        calls.append("polled \(state)\(Self.mark(error))")
    }

    func payment(
        _ payment: TMPPayment, willFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {
        calls.append("will finish \(state)")
    }

    func payment(
        _ payment: TMPPayment, didFinishWith state: TMPPaymentResultState, error: (any Error)?,
        userInfo: [AnyHashable: Any]?
    ) {
        calls.append("finished \(state)\(Self.mark(error))")
        self.error = error
        result = state
        waiting?.resume(returning: state)
        waiting = nil
    }

    /// The error's code.
    private static func mark(_ error: (any Error)?) -> String {
        guard let error else { return "" }
        return (error as? TMPError).map { " error \($0.code.rawValue)" } ?? " error"
    }
}
