import PixAPI
import PixSimulator
import SoftAuthenticator
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// Whole enrolments with a payment each, over HTTP, against a simulator whose bank decides at once.
struct Flows {
    struct Failure: Error {
        let description: String
    }

    private let pix: PixClient
    private let accountHolder: AccountHolder
    private let client: WebAuthnClient
    private let reader = OptionsReader()
    private let polling = Polling(interval: .milliseconds(1), timeout: .seconds(30))
    private let riskSignals: JSONObject
    private let customer: String
    private let institution: String
    private let beneficiaryBankAccount: String

    init(simulator: PixSimulator, transport: AsyncHTTPTransport) throws {
        guard let server = ServerURL(simulator.url) else { throw Failure(description: simulator.url) }
        let seeds = simulator.environment(key: .sandbox)
        customer = seeds["TOQUE_CUSTOMER"] ?? ""
        institution = seeds["TOQUE_INSTITUTION"] ?? ""
        beneficiaryBankAccount = seeds["TOQUE_BENEFICIARY_BANK_ACCOUNT"] ?? ""
        riskSignals = [
            "deviceId": "bench", "osVersion": "Bench 1", "userTimeZoneOffset": "-03", "language": "pt",
            "screenDimensions": ["height": 1080, "width": 1920],
            "accountTenure": .string(seeds["TOQUE_ACCOUNT_TENURE"] ?? ""),
        ]
        pix = PixClient(server: server, key: .sandbox, transport: transport)
        accountHolder = AccountHolder(transport: transport)
        client = WebAuthnClient(
            authenticator: SoftAuthenticator(profile: .ios, storage: MemoryCredentialStore()),
            interaction: ScriptedInteraction(.approve))
    }

    /// One enrolment and one payment with it.
    func run() async throws {
        let created = try await pix.createEnrollment(
            CreateEnrollmentRequest(
                customer: .id(customer), institution: institution, platform: .crossPlatform,
                callbackURL: "https://merchant.example/enrolled", riskSignals: riskSignals))
        let callbackURL = try await accountHolder.decide(.approve, at: created.details.redirectURL ?? "")
        _ = try await pix.completeRedirection(CompleteRedirectionRequest(callbackURL: callbackURL))
        let options = try await polling.poll(for: "options") {
            try await pix.fidoRegistrationOptions(enrollment: created.id)
        }
        let credential = try await client.create(try reader.creationOptions(options.utf8).options)
        try await pix.confirm(
            enrollment: created.id,
            ConfirmEnrollmentRequest(
                credentialID: credential.credentialID, clientDataJSON: credential.clientDataJSON,
                attestationObject: credential.attestationObject))
        let enrolled = try await polling.poll(for: "enrollment") {
            let enrollment = try await pix.enrollment(created.id)
            return enrollment.status.isResult ? enrollment : nil
        }
        guard enrolled.status == .succeeded, let amount = Amount("0.13") else {
            throw Failure(description: "enrollment \(enrolled.status)")
        }
        let intent = try await pix.createPaymentIntent(
            CreatePaymentIntentRequest(
                amount: amount, customer: .id(customer), description: "bench",
                method: PaymentMethodDetails(
                    beneficiaryBankAccount: beneficiaryBankAccount, enrollment: created.id)))
        let fidoOptions = intent.information?.fidoOptions ?? .null
        let assertion = try await client.get(try reader.requestOptions(fidoOptions.utf8).options)
        try await pix.authorize(
            paymentIntent: intent.id,
            AuthorizePaymentIntentRequest(
                riskSignals: riskSignals, credentialID: assertion.credentialID,
                clientDataJSON: assertion.clientDataJSON, authenticatorData: assertion.authenticatorData,
                signature: assertion.signature, userHandle: assertion.userHandle))
        let paid = try await polling.poll(for: "payment") {
            let intent = try await pix.paymentIntent(intent.id)
            return intent.status.isResult ? intent : nil
        }
        guard paid.status == .succeeded else { throw Failure(description: "payment \(paid.status)") }
    }
}
