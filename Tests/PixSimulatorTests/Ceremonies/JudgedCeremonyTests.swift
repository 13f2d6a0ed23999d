import CeremonyDocuments
import PixAPI
import SandboxKit
import Testing
import ToqueEncoding

@testable import PixSimulator

/// A stored ceremony is complete: `toque verify` reaches the same verdict from it.
@Suite struct JudgedCeremonyTests {
    private static let apps = RegisteredApps([])
    private static let bank = Bank(identity: .init())
    private static let time = Simulation.start

    private static func enrollment() -> EnrollmentRecord {
        var record = EnrollmentRecord(
            enrollment: Enrollment(
                id: "40000000-0000-4000-8000-000000000001", createdBy: "", createdAt: time, updatedAt: time,
                status: .pending,
                details: EnrollmentDetails(
                    status: .awaitingEnrollment, customer: Simulation.customer, institution: Simulation.institution,
                    platform: .ios)),
            scenario: PixScenario.Choice(name: "success", source: .default), handle: "h",
            customerIdentifier: "12345678909", riskSignals: [:], deviceID: "d", accountTenure: "2024-01-31",
            userID: "c1a7e1d2-5b4f-4e0a-9c3d-8f2b6a7e9d10")
        record.state = .awaitingCredential
        record.challenge = Array("14 bytes of it".utf8)
        return record
    }

    private func expectSameVerdict(_ document: CeremonyDocument, code: String?) throws {
        let judged = JudgedCeremony(document)
        let read = try JSON(parsing: document.json.serialized())
        let verdict = CeremonyVerdict(judging: read)
        #expect(verdict.json == judged.verdict.json)
        #expect(verdict.failure?.code.rawValue == code)
        #expect(verdict.id == document.id)
        #expect(UUIDSyntax.canonical(document.id) == document.id)
    }

    @Test(
        "The document of a registration leads to the same verdict when it is read back",
        arguments: [
            (TestDevice.Ceremony(), nil), (TestDevice.Ceremony(origin: "https://evil.example"), "origin_not_allowed"),
            (TestDevice.Ceremony(flags: [.userPresent]), "user_not_verified"),
            (TestDevice.Ceremony(challenge: [1, 2, 3]), "challenge_mismatch"),
        ] as [(TestDevice.Ceremony, String?)])
    func registration(ceremony: TestDevice.Ceremony, code: String?) throws {
        let record = Self.enrollment()
        var device = try TestDevice(seed: "device")
        let options = try #require(Self.bank.registrationOptions(record))
        let request = try ConfirmEnrollmentRequest(json: try device.register(options, ceremony))
        try expectSameVerdict(
            Self.bank.ceremony(request, for: record, knownCredentialIDs: [], apps: Self.apps, at: Self.time), code: code
        )
        try expectSameVerdict(
            Self.bank.ceremony(
                request, for: record, knownCredentialIDs: [request.credentialID], apps: Self.apps, at: Self.time),
            code: code ?? "credential_already_registered")
    }

    @Test("An unsolicited extension output is reported, and refused by the strict bank only")
    func unsolicitedExtensions() throws {
        let record = Self.enrollment()
        var device = try TestDevice(seed: "device")
        let options = try #require(Self.bank.registrationOptions(record))
        var request = try ConfirmEnrollmentRequest(json: try device.register(options))
        let strict = Bank(identity: .init(), unsolicitedExtensions: .reject)
        // The bank's options request `appid`, so its output is solicited.
        let cases: [(JSONObject, String?)] = [
            (["appid": false], nil), (["credProps": ["rk": true]], "extension_not_requested"),
        ]
        for (results, code) in cases {
            request.clientExtensionResults = results
            for (bank, code) in [(Self.bank, nil), (strict, code)] {
                try expectSameVerdict(
                    bank.ceremony(request, for: record, knownCredentialIDs: [], apps: Self.apps, at: Self.time),
                    code: code)
            }
        }
    }

    @Test("A stored authentication leads to the same verdict when it is read back", arguments: [false, true])
    func authentication(isTampered: Bool) throws {
        let enrollment = Self.enrollment()
        var device = try TestDevice(seed: "device")
        let options = try #require(Self.bank.registrationOptions(enrollment))
        let registration = Self.bank.ceremony(
            try ConfirmEnrollmentRequest(json: try device.register(options)), for: enrollment, knownCredentialIDs: [],
            apps: Self.apps, at: Self.time)
        let credential = try #require(JudgedCeremony(registration).verdict.credential)
        let challenge = Array("32 bytes that nobody could guess".utf8)
        let intent = PaymentIntentRecord(
            intent: PaymentIntent(
                id: "50000000-0000-4000-8000-000000000001", createdBy: "", createdAt: Self.time,
                updatedAt: Self.time, status: .pending, amount: try #require(Amount("0.13")),
                customer: Simulation.customer,
                method: PaymentMethodDetails(
                    beneficiaryBankAccount: Simulation.account, enrollment: enrollment.id)),
            scenario: PixScenario.Choice(name: "success", source: .default), chargeID: "c", challenge: challenge)
        var ceremony = TestDevice.Ceremony()
        ceremony.tamperSignature = isTampered
        let signed = try device.sign(
            Self.bank.signOptions(challenge: challenge, credentialID: credential.id), signals: Simulation.signals,
            ceremony)
        let request = try AuthorizePaymentIntentRequest(json: signed)
        try expectSameVerdict(
            Self.bank.ceremony(request, for: intent, credential: credential, apps: Self.apps, at: Self.time),
            code: isTampered ? "bad_signature" : nil)
    }
}
