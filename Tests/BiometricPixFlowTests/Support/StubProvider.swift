import BiometricPixFlow
import Synchronization
import ToqueEncoding

/// The part of the provider's API that a flow needs, without a network: each step takes two polls, and each request
/// counts once. It verifies no signature; the simulator does, in the other tests.
final class StubProvider: HTTPTransport {
    struct Answer: Sendable {
        var status: Int
        var body: JSON

        static func refusal(_ status: Int, _ code: String) -> Answer {
            Answer(status: status, body: [["request_id": "r1", "code": .string(code), "message": "No."]])
        }
    }

    private struct EnrollmentState {
        enum Stage { case decision, options(polls: Int), credential, result(polls: Int), over }
        var enrollment: EnrollmentResponse
        var deviceID: String
        var stage = Stage.decision
    }

    private struct State {
        var enrollments: [EnrollmentState] = []
        var intents: [(intent: PaymentIntent, polls: Int?)] = []
        var requests: [String] = []
        var scripted: [String: [Answer]] = [:]
        var confirmations: [ConfirmEnrollmentRequest] = []
        var authorizations: [AuthorizePaymentIntentRequest] = []
    }

    static let customer = "20000000-0000-4000-8000-000000000001"
    static let institution = "10000000-0000-4000-8000-000000000001"
    static let account = "30000000-0000-4000-8000-000000000001"
    static let callback = "https://loja.example/volta?state=s1&code=c1&id_token=t1"
    private static let time = Timestamp(microseconds: 1_772_366_400_000_000)

    private let state = Mutex(State())

    var enrollments: [EnrollmentResponse] { state.withLock { $0.enrollments.map(\.enrollment) } }
    var intents: [PaymentIntent] { state.withLock { $0.intents.map(\.intent) } }
    var confirmations: [ConfirmEnrollmentRequest] { state.withLock { $0.confirmations } }
    var authorizations: [AuthorizePaymentIntentRequest] { state.withLock { $0.authorizations } }
    /// Methods and paths of all requests, without queries.
    var requests: [String] { state.withLock { $0.requests } }

    /// Sets the answers to the next requests of this name (`GET /institutions/`), one for each.
    func script(_ name: String, _ answers: Answer...) {
        state.withLock { $0.scripted[name, default: []] += answers }
    }

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        let path = request.path.prefix { $0 != "?" }
        let query = FormURLEncoding.decode(request.path.dropFirst(path.count + 1)) ?? []
        let name = "\(request.method.rawValue) \(path)"
        let answer = state.withLock { state in
            state.requests.append(name)
            if let scripted = state.scripted[name]?.first {
                state.scripted[name]?.removeFirst()
                return scripted
            }
            let steps = path.split(separator: "/").map(String.init)
            do {
                return try Self.answer(request, steps, query, &state)
            } catch {
                return Answer(status: 400, body: [["code": "invalid", "message": .string("\(error)")]])
            }
        }
        return APIAnswer(status: answer.status, body: answer.status == 204 ? [] : answer.body.utf8)
    }

    private static func answer(
        _ request: APIRequest, _ steps: [String], _ query: [(name: String, value: String)], _ state: inout State
    ) throws -> Answer {
        let body = request.body?.json ?? .null
        switch (request.method, steps.first, steps.count) {
        case (.get, "institutions", 1):
            return page([Institution(id: institution, name: "aurora_retail", displayName: "Banco Aurora").json])
        case (.post, "enrollments", 1): return try createEnrollment(CreateEnrollmentRequest(json: body), &state)
        case (.get, "enrollments", 1):
            func matches(_ name: String, _ value: String?) -> Bool {
                query.allSatisfy { $0.name != name || $0.value == value }
            }
            let found = state.enrollments.filter {
                matches("device_id", $0.deviceID) && matches("external_id", $0.enrollment.externalID)
            }
            return page(found.map(\.enrollment.json))
        case (.post, "enrollments", 2): return complete(try CompleteRedirectionRequest(json: body), &state)
        case (_, "enrollments", _):
            guard let index = state.enrollments.firstIndex(where: { $0.enrollment.id == steps[1] }) else { break }
            return try answer(steps.dropFirst(2).first, body, &state.enrollments[index], &state.confirmations)
        case (.post, "payment-intents", 1): return try createIntent(CreatePaymentIntentRequest(json: body), &state)
        case (.get, "payment-intents", 1):
            let wanted = query.first { $0.name == "external_id" }?.value
            return page(state.intents.map(\.intent).filter { wanted == nil || $0.externalID == wanted }.map(\.json))
        case (_, "payment-intents", _):
            guard let index = state.intents.firstIndex(where: { $0.intent.id == steps[1] }) else { break }
            if steps.count == 2 { return showIntent(&state.intents[index]) }
            guard state.intents[index].polls == nil else { return .refusal(400, "invalid_status") }
            state.authorizations.append(try AuthorizePaymentIntentRequest(json: body))
            state.intents[index].polls = 2
            return Answer(status: 204, body: .null)
        default: break
        }
        return .refusal(404, "not_found")
    }

    private static func page(_ results: [JSON]) -> Answer {
        Answer(
            status: 200,
            body: ["count": .int(results.count), "next": .null, "previous": .null, "results": .array(results)])
    }

    // MARK: Enrollments

    private static func createEnrollment(_ body: CreateEnrollmentRequest, _ state: inout State) throws -> Answer {
        let enrollment = EnrollmentResponse(
            id: "40000000-0000-4000-8000-00000000000\(state.enrollments.count)", createdBy: customer,
            createdAt: time, updatedAt: time, externalID: body.externalID, status: .pending,
            details: EnrollmentDetails(
                status: .awaitingAccountHolderValidation, customer: customer, institution: body.institution,
                platform: body.platform, name: body.name, callbackURL: body.callbackURL,
                redirectURL: "https://bank.example/authorize/1"))
        let deviceID = body.riskSignals["deviceId"]?.stringValue ?? ""
        state.enrollments.append(EnrollmentState(enrollment: enrollment, deviceID: deviceID))
        return Answer(status: 201, body: enrollment.json)
    }

    /// The last enrollment's ID: the stub's bank gives every enrollment the same state.
    private static func complete(_ body: CompleteRedirectionRequest, _ state: inout State) -> Answer {
        guard let last = state.enrollments.indices.last, case .decision = state.enrollments[last].stage else {
            return .refusal(400, "invalid_status")
        }
        switch body {
        case .success:
            // The guide's example still shows the previous status.
            state.enrollments[last].stage = .options(polls: 2)
        case .failure:
            state.enrollments[last].stage = .over
            state.enrollments[last].enrollment.status = .failed
            state.enrollments[last].enrollment.statusReasonCode = .rejectedByUser
        }
        return Answer(status: 200, body: state.enrollments[last].enrollment.json)
    }

    private static func answer(
        _ step: String?, _ body: JSON, _ state: inout EnrollmentState,
        _ confirmations: inout [ConfirmEnrollmentRequest]
    ) throws -> Answer {
        switch (step, state.stage) {
        case ("fido-registration-options", .options(let polls)) where polls > 0:
            state.stage = .options(polls: polls - 1)
            return .refusal(404, "not_found")
        case ("fido-registration-options", .options), ("fido-registration-options", .credential):
            state.stage = .credential
            return Answer(status: 200, body: registrationOptions)
        case ("confirm", .credential):
            confirmations.append(try ConfirmEnrollmentRequest(json: body))
            state.stage = .result(polls: 2)
            return Answer(status: 204, body: .null)
        case (.some, _): return .refusal(400, "invalid_status")
        case (nil, .result(let polls)) where polls > 0: state.stage = .result(polls: polls - 1)
        case (nil, .result):
            state.stage = .over
            state.enrollment.status = .succeeded
        case (nil, _): break
        }
        return Answer(status: 200, body: state.enrollment.json)
    }

    private static let registrationOptions: JSON = [
        "rp": ["id": "belvo.com", "name": "Belvo"],
        "user": ["id": "a5bd0ef9-f8ab-41a2-b968-489761a91de6", "name": "n", "displayName": "d"],
        "challenge": "R3dsT2REOE5oZ25JbVE", "pubKeyCredParams": [["alg": -7, "type": "public-key"]],
        "extensions": ["appid": "true"],
    ]

    // MARK: Payments

    private static func createIntent(_ body: CreatePaymentIntentRequest, _ state: inout State) throws -> Answer {
        let credential = state.confirmations.last?.credentialID ?? []
        let options: JSON = [
            "rpId": "belvo.com", "challenge": "R3dsT2REOE5oZ25JbVE", "timeout": 300_000,
            "allowCredentials": [["id": .base64URL(credential), "type": "public-key"]],
        ]
        let intent = PaymentIntent(
            id: "50000000-0000-4000-8000-00000000000\(state.intents.count)", createdBy: customer, createdAt: time,
            updatedAt: time, externalID: body.externalID, status: .pending, amount: body.amount, customer: customer,
            description: body.description, method: body.method,
            information: PaymentMethodInformation(provider: "belvo", fidoOptions: options))
        state.intents.append((intent, nil))
        return Answer(status: 201, body: intent.json)
    }

    private static func showIntent(_ state: inout (intent: PaymentIntent, polls: Int?)) -> Answer {
        if let polls = state.polls {
            if polls == 0 { state.intent.status = .succeeded }
            state.polls = max(0, polls - 1)
        }
        return Answer(status: 200, body: state.intent.json)
    }
}
