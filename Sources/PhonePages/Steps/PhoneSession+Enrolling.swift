import BiometricPixFlow
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

extension PhoneSession {
    /// What the person gave permission to, and what the phone tells.
    func describe(_ preset: PhonePreset, isLocationAllowed: Bool, facts: [String]) throws {
        var described = phone
        described.preset = preset
        described.isLocationAllowed = isLocationAllowed
        described.facts = Array(facts.prefix(20))
        // A fact that is no signal must not stop the steps that follow.
        _ = try described.riskSignals(accountTenure: "2024-01-31")
        described.stage = .bank
        change { $0 = described }
        restart()
    }

    /// Starts an enrollment, which leads to the bank's page.
    /// - Parameter callbackURL: of this phone, without parameters.
    func enroll(customer id: String, institution: String, callbackURL: String, by app: PhoneApp) async throws {
        let customer = try await app.pix.customer(id)
        let bank = try await app.pix.institutions().first { $0.id == institution }
        change {
            $0.journal = nil
            $0.customer = customer.id
            $0.accountTenure = customer.createdAt.date
            $0.institution = bank?.displayName ?? String(institution.prefix(100))
        }
        let request = EnrollmentRequest(
            customer: .id(customer.id), institution: institution, accountTenure: customer.createdAt.date,
            callbackURL: callbackURL, name: phone.name)
        try await advance(try await app.beginEnrollment(request))
    }

    /// The bank led the person back.
    func comeBack(with callbackURL: String, by app: PhoneApp) async throws {
        // The bank's page may be opened again later, or by the browser's history.
        guard phone.stage == .approval else { return }
        let flow = try await app.enrollment()
        try await flow.receive(callbackUrl: callbackURL)
        change { $0.stage = .options }
        try await advance(flow)
    }

    /// Waits for the bank, which was not ready before.
    func continueEnrollment(by app: PhoneApp) async throws { try await advance(try await app.enrollment()) }

    /// Creates the credential by Toque's authenticator.
    func register(_ answer: PhoneSheet.Answer, by app: PhoneApp) async throws {
        sheet.prepare(answer)
        try await advance(try await app.enrollment(), registers: true)
    }

    /// Submits a credential that the browser's authenticator created.
    func register(browserCredential text: String, by app: PhoneApp) async throws {
        let credential = try RegistrationResponse(json: JSON(parsingPasted: text))
        let flow = try await app.enrollment()
        try await flow.receive(credential: ConfirmEnrollmentRequest(credential))
        try await advance(flow)
    }

    /// Performs steps until the person is needed.
    /// - Parameter registers: true if the person is at the sheet.
    private func advance(_ flow: EnrollmentFlow, registers: Bool = false) async throws {
        while let step = try await flow.next() {
            switch step {
            case .created(let enrollment): change { $0.enrollment = enrollment.id }
            case .awaitingAccountHolder(_, let url):
                return change {
                    $0.stage = .approval
                    $0.redirectURL = url
                }
            case .returned: change { $0.stage = .options }
            case .optionsReceived(let options):
                let text = try Self.browserOptions(registration: options)
                change {
                    $0.stage = .registration
                    $0.options = text
                }
                guard registers else { return }
            case .registered: change { $0.stage = .verdict }
            case .confirmed: change { $0.stage = .verdict }
            case .finished(let enrollment): finish(enrollment)
            }
        }
    }

    private func finish(_ enrollment: EnrollmentResponse) {
        forgetFlow()
        change {
            $0.journal = nil
            $0.options = nil
            $0.redirectURL = nil
            if enrollment.status == .succeeded {
                $0.stage = .ready
            } else {
                $0.stage = .ended
                $0.outcome = enrollment.statusReasonCode?.rawValue ?? enrollment.status.rawValue
                $0.outcomeMessage = enrollment.statusReasonMessage
            }
        }
    }

    /// Looks whether the sandbox still knows the enrollment, and whether it ended meanwhile.
    func refresh(by app: PhoneApp) async throws {
        guard let id = phone.enrollment, phone.stage != .ended, phone.stage != .forgotten else { return }
        do throws(PixClientError) {
            let enrollment = try await app.pix.enrollment(id)
            if enrollment.status == .failed || enrollment.status == .canceled { finish(enrollment) }
        } catch {
            guard case .refused(_, 404, _) = error else { throw error }
            forgetFlow()
            change { $0.stage = .forgotten }
        }
    }

    /// The options for a browser's authenticator, in W3C's form. The guide's sample has the extension `appid`, which
    /// browsers refuse in registrations.
    static func browserOptions(registration options: JSON) throws -> String {
        var standard = try OptionsReader().creationOptions(options.utf8).options.json.objectValue ?? [:]
        standard["extensions"] = nil
        return JSON.object(standard).serialized()
    }
}

extension JSON {
    /// A text that a person pasted, or that a page's module sent.
    /// - Throws: `JSONMemberError` for text that is not JSON.
    init(parsingPasted text: String) throws(JSONMemberError) {
        do throws(JSONSyntaxError) {
            self = try JSON(parsing: text)
        } catch {
            throw JSONMemberError(path: "JSON", found: "\(error)", expected: "JSON")
        }
    }
}
