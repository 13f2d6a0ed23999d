import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    var triggers: [ControlVerb] { TriggerEvent.allCases.map(\.verb) }

    /// Creates an object whose history ends in the event: through the tables, with real ceremonies, and with every
    /// clock and bank step immediate. A payment gets an enrollment of its own.
    /// - Parameter parameters: `reason` (of a failure or cancellation), `customer`, `institution`,
    ///   `beneficiary_bank_account` (ids), `amount`, `external_id`. Default: the seeded ones.
    /// - Returns: the object as the API shows it.
    func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard let event = TriggerEvent(rawValue: event) else {
            throw SandboxError.unknownEvent(event)
        }
        let choice = try scenario(of: event, parameters)
        guard !event.isOfEnrollments else {
            var record = try newEnrollment(parameters, choice, transaction)
            if event != .enrollmentPending { _ = try play(&record, publicURL: publicURL, transaction) }
            return shown(record, of: transaction.tenant, publicURL: publicURL).json
        }
        let success = PixScenario.Choice(name: PixScenario.success.name, source: .control)
        var enrollment = try newEnrollment(parameters, success, transaction)
        guard let device = try play(&enrollment, publicURL: publicURL, transaction) else {
            throw SandboxError.invalidStatus("The enrollment of the payment did not succeed.")
        }
        var record = try newIntent(parameters, of: enrollment, choice, transaction)
        if event != .paymentPending { try play(&record, of: &enrollment, device, transaction) }
        return try shown(record, as: event, transaction)
    }

    private func scenario(of event: TriggerEvent, _ parameters: JSONObject) throws -> PixScenario.Choice {
        let scenarios = event.scenarios
        // A magic amount is equivalent to its reason.
        let magic = try parameters.text("amount").flatMap(Amount.init).flatMap(MagicAmounts.scenario)
        var scenario =
            scenarios.first { $0.name == magic } ?? scenarios.first { $0.reason == Self.usualReason }
            ?? scenarios.first ?? PixScenario.success
        if let reason = try parameters.text("reason") {
            guard let chosen = scenarios.first(where: { $0.reason == reason }) else {
                throw unknownReason(scenarios)
            }
            scenario = chosen
        }
        return PixScenario.Choice(name: scenario.name, source: .control)
    }

    /// The default reason for a failure.
    private static let usualReason = "rejected_by_user"

    // MARK: Enrollments

    private static let callbackURL = "https://merchant.example/return"

    private static let riskSignals: JSONObject = [
        "deviceId": "toque-trigger", "osVersion": "12", "userTimeZoneOffset": "-03", "language": "pt",
        "screenDimensions": ["height": 1080, "width": 1920],
        "accountTenure": .string(Seeds.customerCreatedAt.date),
    ]

    private func newEnrollment(
        _ parameters: JSONObject, _ scenario: PixScenario.Choice, _ transaction: Transaction
    ) throws -> EnrollmentRecord {
        let customerID = try parameters.text("customer") ?? Seeds.customer
        guard let customer = try Customer.find(customerID, transaction) else {
            throw SandboxError.invalid("customer", "There is no such customer.")
        }
        let institution = try parameters.text("institution") ?? Seeds.institution
        guard try InstitutionRecord.find(institution, transaction) != nil else {
            throw SandboxError.invalid("institution", "There is no such institution.")
        }
        let body = CreateEnrollmentRequest(
            externalID: try parameters.text("external_id"), customer: .id(customer.id), institution: institution,
            name: "trigger", platform: .crossPlatform, callbackURL: Self.callbackURL, riskSignals: Self.riskSignals)
        return try makeEnrollment(
            body, customer: customer, scenario: scenario, createdBy: UUIDText.of(keyID: transaction.tenant),
            transaction)
    }

    /// All parties act without delay until no automatic step remains.
    /// - Returns: the device, if it got to register.
    private func play(
        _ record: inout EnrollmentRecord, publicURL: String, _ transaction: Transaction
    ) throws -> SimulatedDevice? {
        var device: SimulatedDevice?
        var redirect: BankRedirect?
        while true {
            switch record.state {
            case _ where record.nextStep != nil: try enrollments.takeStep(&record, transaction)
            case .awaitingDecision:
                redirect = try decide(on: &record, error: nil, publicURL: publicURL, transaction)
            case .approved, .declined:
                guard let redirect else { return device }
                record = try complete(BankReturn(redirect), transaction)
            case .awaitingCredential:
                let fresh = try SimulatedDevice(
                    rpID: bank.identity.id,
                    origin: RegisteredApps(transaction).origins(of: bank.identity).first ?? "",
                    random: transaction.random())
                let credential = fresh.register(challenge: record.challenge ?? [])
                let request = ConfirmEnrollmentRequest(
                    credentialID: credential.credentialID, clientDataJSON: credential.clientDataJSON,
                    attestationObject: credential.attestationObject)
                let ceremony = try enrollments.ceremony(request, for: record, at: transaction.now, transaction)
                try enrollments.receive(ceremony.map(JudgedCeremony.init), for: &record, transaction)
                device = fresh
            case .awaitingOptions, .awaitingResult, .succeeded, .failed, .canceled: return device
            }
        }
    }

    // MARK: Payments

    private func newIntent(
        _ parameters: JSONObject, of enrollment: EnrollmentRecord, _ scenario: PixScenario.Choice,
        _ transaction: Transaction
    ) throws -> PaymentIntentRecord {
        let text = try parameters.text("amount") ?? "10.00"
        guard let amount = Amount(text) else {
            throw SandboxError.invalid("amount", "Found \(text.quoted), expected \(Amount.expectation).")
        }
        let account = try parameters.text("beneficiary_bank_account") ?? Seeds.beneficiaryBankAccount
        guard try BankAccount.find(account, transaction) != nil else {
            throw SandboxError.invalid("beneficiary_bank_account", "There is no such bank account.")
        }
        let details = enrollment.enrollment.details
        guard let credential = enrollment.credential, let customer = try Customer.find(details.customer, transaction)
        else { throw SandboxError.invalidStatus("The enrollment of the payment did not succeed.") }
        let body = CreatePaymentIntentRequest(
            amount: amount, customer: .id(customer.id), description: "trigger", statementDescription: "trigger",
            externalID: try parameters.text("external_id"),
            method: PaymentMethodDetails(beneficiaryBankAccount: account, enrollment: enrollment.id))
        return try makeIntent(
            body, customer: customer, enrollment: enrollment,
            institution: InstitutionRecord.find(details.institution, transaction), credential: credential,
            scenario: scenario, createdBy: UUIDText.of(keyID: transaction.tenant), transaction)
    }

    private func play(
        _ record: inout PaymentIntentRecord, of enrollment: inout EnrollmentRecord, _ device: SimulatedDevice,
        _ transaction: Transaction
    ) throws {
        while true {
            switch record.state {
            case _ where record.nextStep != nil: try payments.takeStep(&record, transaction)
            case .awaitingAssertion:
                let assertion = try device.sign(
                    challenge: record.challenge, credentialID: enrollment.credential?.id ?? [],
                    userHandle: bank.userHandle(enrollment))
                let request = AuthorizePaymentIntentRequest(
                    riskSignals: Self.riskSignals, credentialID: assertion.credentialID,
                    clientDataJSON: assertion.clientDataJSON, authenticatorData: assertion.authenticatorData,
                    signature: assertion.signature, userHandle: assertion.userHandle)
                let ceremony = try payments.ceremony(
                    request, for: record, of: enrollment, at: transaction.now, transaction)
                try payments.receive(
                    ceremony.map(JudgedCeremony.init), riskSignals: request.riskSignals, for: &record,
                    of: &enrollment, transaction)
            case .awaitingResult, .succeeded, .failed: return
            }
        }
    }

    private func shown(
        _ record: PaymentIntentRecord, as event: TriggerEvent, _ transaction: ReadTransaction
    ) throws -> JSON {
        let intent = try record.shown(transaction)
        switch event {
        case .chargeSucceeded, .chargeFailed: return intent.charges.first?.json ?? .null
        case .transactionCreated:
            return try transaction.objects(
                kind: PaymentTransaction.kind, filters: [.equals("$.payment_intent", intent.id)], limit: 1
            ).bodies.first ?? .null
        case .paymentPending, .paymentSucceeded, .paymentFailed, .enrollmentPending, .enrollmentSucceeded,
            .enrollmentFailed, .enrollmentCanceled:
            return intent.json
        }
    }
}
