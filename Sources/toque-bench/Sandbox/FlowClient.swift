import PixAPI
import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// One client: whole enrollments with a payment each over a connection of its own, and how long everything took. Its
/// device has one key, so that what a flow costs the client is one signature.
final class FlowClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The requests of a flow, in their order.
    enum Step: String, CaseIterable {
        case createEnrollment = "POST enrollments"
        case decide = "POST bank/authorize/{handle}"
        case completeRedirection = "POST enrollments/complete-redirection"
        case options = "GET enrollments/{id}/fido-registration-options"
        case confirm = "POST enrollments/{id}/confirm"
        case enrollment = "GET enrollments/{id}"
        case createIntent = "POST payment-intents"
        case authorize = "POST payment-intents/{id}/authorize"
        case intent = "GET payment-intents/{id}"
    }

    /// A request as it was sent, and what came.
    struct Exchange: Sendable {
        let step: Step
        let method: String
        let path: String
        let fields: String
        let body: [UInt8]
        let answerSize: Int
    }

    /// Of each request.
    private(set) var requests: [Step: Latencies] = [:]
    /// What the client itself did: keys, signatures, JSON.
    private(set) var ownWork = Duration.zero
    /// Of the last flow.
    private(set) var exchanges: [Exchange] = []

    private let connection: HTTPConnection
    private let seeds: Seeds
    private let device: SimulatedDevice
    private let clock = ContinuousClock()
    private var waited = Duration.zero

    /// What the sandbox plants.
    struct Seeds: Sendable {
        let customer = "20000000-0000-4000-8000-000000000001"
        let institution = "10000000-0000-4000-8000-000000000001"
        let beneficiary = "30000000-0000-4000-8000-000000000001"
        let riskSignals: JSONObject = [
            "deviceId": "bench", "osVersion": "Bench 1", "userTimeZoneOffset": "-03", "language": "pt",
            "screenDimensions": ["height": 1080, "width": 1920], "accountTenure": "2024-01-31",
        ]
    }

    /// - Parameter port: of the sandbox on 127.0.0.1.
    init(port: UInt16, seeds: Seeds = Seeds()) throws {
        connection = try HTTPConnection(port: port)
        device = try SimulatedDevice(rpID: "belvo.com", origin: "https://belvo.com", random: SystemRandom())
        self.seeds = seeds
    }

    /// One enrollment and one payment with it.
    /// - Returns: ids of the enrollment and of the payment intent.
    @discardableResult
    func run() throws -> (enrollment: String, intent: String) {
        let start = clock.now
        waited = .zero
        exchanges = []
        defer { ownWork += clock.now - start - waited }

        let created = try JSON(
            parsing: post(
                .createEnrollment, "/enrollments/",
                CreateEnrollmentRequest(
                    customer: .id(seeds.customer), institution: seeds.institution, platform: .crossPlatform,
                    callbackURL: "https://merchant.example/enrolled", riskSignals: seeds.riskSignals
                ).json, expecting: 201))
        guard let enrollment = created["id"]?.stringValue, let page = created["details"]?["redirect_url"]?.stringValue
        else { throw Failure(description: "an enrollment without a redirect_url") }
        let decided = try send(
            .decide, "POST", Self.target(page), Self.form, Array("decision=approve".utf8), expecting: 303)
        try post(
            .completeRedirection, "/enrollments/complete-redirection/",
            CompleteRedirectionRequest(callbackURL: decided.location ?? "").json, expecting: 200)
        let options = try get(.options, "/enrollments/\(enrollment)/fido-registration-options/")
        let credential = device.register(challenge: try Self.challenge(options))
        let confirmation = ConfirmEnrollmentRequest(
            credentialID: credential.credentialID, clientDataJSON: credential.clientDataJSON,
            attestationObject: credential.attestationObject)
        try post(.confirm, "/enrollments/\(enrollment)/confirm/", confirmation.json, expecting: 204)
        try expect("SUCCEEDED", get(.enrollment, "/enrollments/\(enrollment)/"))

        guard let amount = Amount("0.13") else { throw Failure(description: "no amount") }
        let intended = try JSON(
            parsing: post(
                .createIntent, "/payment-intents/",
                CreatePaymentIntentRequest(
                    amount: amount, customer: .id(seeds.customer), description: "bench",
                    method: PaymentMethodDetails(
                        beneficiaryBankAccount: seeds.beneficiary, enrollment: enrollment)
                ).json, expecting: 201))
        guard let intent = intended["id"]?.stringValue,
            let options = intended["payment_method_information"]?["open_finance_biometric_pix"]?["fido_options"]
        else { throw Failure(description: "a payment intent without fido_options") }
        let assertion = try device.sign(
            challenge: Self.challenge(options), credentialID: credential.credentialID, userHandle: nil)
        let authorization = AuthorizePaymentIntentRequest(
            riskSignals: seeds.riskSignals, credentialID: assertion.credentialID,
            clientDataJSON: assertion.clientDataJSON, authenticatorData: assertion.authenticatorData,
            signature: assertion.signature, userHandle: assertion.userHandle)
        try post(.authorize, "/payment-intents/\(intent)/authorize/", authorization.json, expecting: 204)
        try expect("SUCCEEDED", get(.intent, "/payment-intents/\(intent)/"))
        return (enrollment, intent)
    }

    private static let key = "Authorization: Basic \(Base64.encode("sandbox:sandbox".utf8))\r\n"
    private static let form = "Content-Type: application/x-www-form-urlencoded\r\n"

    private func get(_ step: Step, _ path: String) throws -> JSON {
        try JSON(parsing: send(step, "GET", path, Self.key, [], expecting: 200).body)
    }

    @discardableResult
    private func post(_ step: Step, _ path: String, _ body: JSON, expecting status: Int) throws -> [UInt8] {
        let fields = "\(Self.key)Content-Type: application/json\r\n"
        return try send(step, "POST", path, fields, body.utf8, expecting: status).body
    }

    private func send(
        _ step: Step, _ method: String, _ path: String, _ fields: String, _ body: [UInt8], expecting status: Int
    ) throws -> HTTPConnection.Answer {
        let start = clock.now
        let answer = try connection.send(method, path, fields: fields, body: body)
        let duration = clock.now - start
        waited += duration
        requests[step, default: Latencies()].add(duration)
        exchanges.append(
            Exchange(
                step: step, method: method, path: path, fields: fields, body: body, answerSize: answer.body.count))
        guard answer.status == status else {
            throw Failure(
                description: "\(method) \(path) is \(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
        }
        return answer
    }

    private func expect(_ status: String, _ object: JSON) throws {
        guard object["status"]?.stringValue == status else {
            throw Failure(description: "\(object.serialized()) is not \(status)")
        }
    }

    private static func challenge(_ options: JSON) throws -> [UInt8] {
        let options = options["publicKey"] ?? options
        guard let challenge = options["challenge"]?.stringValue.flatMap({ Base64URL.decode($0) }) else {
            throw Failure(description: "options without a challenge: \(options.serialized())")
        }
        return challenge
    }

    /// Path and query of a URL.
    private static func target(_ url: String) -> String {
        "/" + url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(3).joined()
    }
}
