import PixAPI
import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// One client that runs whole enrollments with a payment each. Its device has one key, so a flow costs the client only
/// signatures.
final class FlowClient: LoadClient {
    /// A flow's requests, in order.
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

    /// A request as sent, with its response.
    struct Exchange: Sendable {
        let step: Step
        let method: String
        let path: String
        let fields: String
        let body: [UInt8]
        let answerSize: Int
    }

    let connection: TimedConnection
    /// The exchanges of the last flow.
    private(set) var exchanges: [Exchange] = []

    private let seeds: Seeds
    private let device: SimulatedDevice
    private let webhooks: WebhookReceiver?
    /// The header line of its API key.
    private let authorization: String

    /// The sandbox's seed data.
    struct Seeds: Sendable {
        let customer = "20000000-0000-4000-8000-000000000001"
        let institution = "10000000-0000-4000-8000-000000000001"
        let beneficiary = "30000000-0000-4000-8000-000000000001"
        let riskSignals: JSONObject = [
            "deviceId": "bench", "osVersion": "Bench 1", "userTimeZoneOffset": "-03", "language": "pt",
            "screenDimensions": ["height": 1080, "width": 1920], "accountTenure": "2024-01-31",
        ]
    }

    /// - Parameters:
    ///   - port: the sandbox's port on 127.0.0.1.
    ///   - key: that of its tenant.
    ///   - webhooks: nil if nobody receives any.
    init(
        port: UInt16, key: APIKey = .sandbox, webhooks: WebhookReceiver? = nil, seeds: Seeds = Seeds()
    ) throws {
        connection = try TimedConnection(port: port)
        authorization = "Authorization: Basic \(Base64.encode("\(key.id):\(key.secret)".utf8))\r\n"
        self.webhooks = webhooks
        device = try SimulatedDevice(rpID: "belvo.com", origin: "https://belvo.com", random: SystemRandom())
        self.seeds = seeds
    }

    func flow() throws { try run() }

    /// Runs one enrollment, and one payment with it.
    /// - Returns: the IDs of the enrollment and of the payment intent.
    @discardableResult
    func run() throws -> (enrollment: String, intent: String) {
        exchanges = []
        let created = try JSON(
            parsing: post(
                .createEnrollment, "/enrollments/",
                CreateEnrollmentRequest(
                    customer: .id(seeds.customer), institution: seeds.institution, platform: .crossPlatform,
                    callbackURL: "https://merchant.example/enrolled", riskSignals: seeds.riskSignals
                ).json, expecting: 201))
        guard let enrollment = created["id"]?.stringValue, let page = created["details"]?["redirect_url"]?.stringValue
        else { throw TimedConnection.Failure(description: "an enrollment without a redirect_url") }
        let decided = try send(
            .decide, "POST", TimedConnection.target(page), Self.form, Array("decision=approve".utf8), expecting: 303)
        try post(
            .completeRedirection, "/enrollments/complete-redirection/",
            CompleteRedirectionRequest(callbackURL: decided.location ?? "").json, expecting: 200)
        let options = try get(.options, "/enrollments/\(enrollment)/fido-registration-options/")
        let credential = device.register(challenge: try options.challenge())
        let confirmation = ConfirmEnrollmentRequest(
            credentialID: credential.credentialID, clientDataJSON: credential.clientDataJSON,
            attestationObject: credential.attestationObject)
        try post(.confirm, "/enrollments/\(enrollment)/confirm/", confirmation.json, expecting: 204)
        try expect("SUCCEEDED", get(.enrollment, "/enrollments/\(enrollment)/"))

        guard let amount = Amount("0.13") else { throw TimedConnection.Failure(description: "no amount") }
        let intended = try JSON(
            parsing: post(
                .createIntent, "/payment-intents/",
                CreatePaymentIntentRequest(
                    amount: amount, customer: .id(seeds.customer), description: "bench",
                    statementDescription: "bench",
                    method: PaymentMethodDetails(
                        beneficiaryBankAccount: seeds.beneficiary, enrollment: enrollment)
                ).json, expecting: 201))
        guard let intent = intended["id"]?.stringValue,
            let options = intended["payment_method_information"]?["open_finance_biometric_pix"]?["fido_options"]
        else { throw TimedConnection.Failure(description: "a payment intent without fido_options") }
        let assertion = try device.sign(
            challenge: options.challenge(), credentialID: credential.credentialID, userHandle: nil)
        let authorization = AuthorizePaymentIntentRequest(
            riskSignals: seeds.riskSignals, credentialID: assertion.credentialID,
            clientDataJSON: assertion.clientDataJSON, authenticatorData: assertion.authenticatorData,
            signature: assertion.signature, userHandle: assertion.userHandle)
        try post(.authorize, "/payment-intents/\(intent)/authorize/", authorization.json, expecting: 204)
        try webhooks?.wait(for: "\(intent) SUCCEEDED", connection)
        try expect("SUCCEEDED", get(.intent, "/payment-intents/\(intent)/"))
        return (enrollment, intent)
    }

    private static let form = "Content-Type: application/x-www-form-urlencoded\r\n"

    private func get(_ step: Step, _ path: String) throws -> JSON {
        try JSON(parsing: send(step, "GET", path, authorization, [], expecting: 200).body)
    }

    @discardableResult
    private func post(_ step: Step, _ path: String, _ body: JSON, expecting status: Int) throws -> [UInt8] {
        let fields = "\(authorization)Content-Type: application/json\r\n"
        return try send(step, "POST", path, fields, body.utf8, expecting: status).body
    }

    private func send(
        _ step: Step, _ method: String, _ path: String, _ fields: String, _ body: [UInt8], expecting status: Int
    ) throws -> HTTPConnection.Answer {
        let answer = try connection.send(
            method, path, step: step.rawValue, fields: fields, body: body, expecting: status)
        exchanges.append(
            Exchange(
                step: step, method: method, path: path, fields: fields, body: body, answerSize: answer.body.count))
        return answer
    }

    private func expect(_ status: String, _ object: JSON) throws {
        guard object["status"]?.stringValue == status else {
            throw TimedConnection.Failure(description: "\(object.serialized()) is not \(status)")
        }
    }
}
