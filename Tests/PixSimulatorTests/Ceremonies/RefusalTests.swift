import Testing
import ToqueCrypto
import ToqueEncoding

/// The API accepts a ceremony whose bytes are at fault with 204, and the bank refuses it.
@Suite struct RefusalTests {
    enum Fault: String, CaseIterable, Sendable {
        case challenge = "challenge_mismatch"
        case origin = "origin_not_allowed"
        case rpID = "rp_id_hash_mismatch"
        case verification = "user_not_verified"
        case presence = "user_not_present"

        var ceremony: TestDevice.Ceremony {
            var ceremony = TestDevice.Ceremony()
            switch self {
            case .challenge: ceremony.challenge = [UInt8](repeating: 7, count: 32)
            case .origin: ceremony.origin = "https://belvo.com.example"
            case .rpID: ceremony.rpID = "example.org"
            case .verification: ceremony.flags = [.userPresent]
            case .presence: ceremony.flags = [.userVerified]
            }
            return ceremony
        }
    }

    @Test("A registration that breaks a rule fails the enrollment with the verdict's code", arguments: Fault.allCases)
    func refusesRegistration(fault: Fault) async throws {
        try await Simulation.run { simulation in
            var device = try TestDevice(seed: "device")
            let (id, options) = try await simulation.begunEnrollment()
            let body = try device.register(options, fault.ceremony)
            #expect(try await simulation.post("/enrollments/\(id)/confirm/", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            let enrollment = try await simulation.enrollment(id)
            #expect(enrollment["status"] == "FAILED")
            #expect(enrollment["details"]?["status"] == "REJECTED")
            #expect(enrollment["status_reason_code"] == "biometric_validation_error")
            #expect(enrollment["status_reason_message"]?.stringValue?.hasPrefix(fault.rawValue) == true)
        }
    }

    @Test("A credential that is already enrolled is refused")
    func refusesACredentialThatIsEnrolledAlready() async throws {
        try await Simulation.run { simulation in
            _ = try await simulation.enrolled()
            var device = try TestDevice(seed: "device")
            let (id, options) = try await simulation.begunEnrollment()
            #expect(
                try await simulation.post("/enrollments/\(id)/confirm/", device.register(options)).status == 204)
            simulation.clock.advance(by: .seconds(1))
            let message = try await simulation.enrollment(id)["status_reason_message"]?.stringValue
            #expect(message?.hasPrefix("credential_already_registered") == true)
        }
    }

    private func expectFailure(
        _ simulation: Simulation, intent id: String, code: String = "biometric_validation_error", message: String
    ) async throws {
        simulation.clock.advance(by: .seconds(1))
        let intent = try await simulation.intent(id)
        #expect(intent["status"] == "FAILED")
        #expect(intent["failure_code"]?.stringValue == code)
        #expect(intent["failure_message"]?.stringValue?.hasPrefix(message) == true, "\(intent.serialized())")
        let charge = try #require(intent["charges"]?.arrayValue?.first)
        #expect(charge["status"] == "FAILED")
        #expect(charge["failure_code"]?.stringValue == code)
    }

    @Test("An assertion that breaks a rule fails the payment with the verdict's code", arguments: Fault.allCases)
    func refusesAssertion(fault: Fault) async throws {
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            let (id, options) = try await simulation.createIntent(enrollment)
            let body = try device.sign(options, signals: Simulation.signals, fault.ceremony)
            #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
            try await expectFailure(simulation, intent: id, message: fault.rawValue)
        }
    }

    @Test("An assertion with a tampered signature fails the payment")
    func refusesATamperedSignature() async throws {
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            let (id, options) = try await simulation.createIntent(enrollment)
            var ceremony = TestDevice.Ceremony()
            ceremony.tamperSignature = true
            let body = try device.sign(options, signals: Simulation.signals, ceremony)
            #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
            try await expectFailure(simulation, intent: id, message: "bad_signature")
        }
    }

    @Test("A replayed assertion is refused for its own payment and for another")
    func refusesAReplay() async throws {
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            let (first, options) = try await simulation.createIntent(enrollment)
            let body = try device.sign(options, signals: Simulation.signals)
            #expect(try await simulation.post("/payment-intents/\(first)/authorize/", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.intent(first)["status"] == "SUCCEEDED")

            let again = try await simulation.post("/payment-intents/\(first)/authorize/", body)
            #expect(again.status == 400)
            #expect(again.code == "invalid_status")
            #expect(try await simulation.intent(first)["status"] == "SUCCEEDED")

            // The old challenge is not valid for another payment.
            let (second, _) = try await simulation.createIntent(enrollment)
            #expect(try await simulation.post("/payment-intents/\(second)/authorize/", body).status == 204)
            try await expectFailure(simulation, intent: second, message: "challenge_mismatch")
        }
    }

    @Test("A signature counter that does not increase fails the payment")
    func refusesACounterThatGoesBack() async throws {
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled(counter: 5)
            for (counter, isTaken) in [(6, true), (6, false), (4, false), (7, true)] as [(UInt32, Bool)] {
                let (id, options) = try await simulation.createIntent(enrollment)
                var ceremony = TestDevice.Ceremony()
                ceremony.counter = counter
                let body = try device.sign(options, signals: Simulation.signals, ceremony)
                #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
                if isTaken {
                    simulation.clock.advance(by: .seconds(1))
                    #expect(try await simulation.intent(id)["status"] == "SUCCEEDED")
                } else {
                    try await expectFailure(simulation, intent: id, message: "counter_regressed")
                }
            }
        }
    }

    @Test("An assertion of a credential that is not enrolled fails the payment")
    func refusesAnotherCredential() async throws {
        try await Simulation.run { simulation in
            let (enrollment, _) = try await simulation.enrolled()
            let (id, options) = try await simulation.createIntent(enrollment)
            let stranger = try TestDevice(seed: "stranger")
            let body = try stranger.sign(options, signals: Simulation.signals)
            #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
            try await expectFailure(simulation, intent: id, message: "credential_not_allowed:")
        }
    }

    @Test("Exactly one of two concurrent confirmations is accepted")
    func takesOneOfTwoConfirmations() async throws {
        try await Simulation.run { simulation in
            var device = try TestDevice(seed: "device")
            let (id, options) = try await simulation.begunEnrollment()
            let body = try device.register(options)
            async let first = simulation.post("/enrollments/\(id)/confirm/", body)
            async let second = simulation.post("/enrollments/\(id)/confirm/", body)
            let answers = try await [first, second]
            #expect(answers.map(\.status).sorted() == [204, 400])
            #expect(answers.compactMap(\.code) == ["invalid_status"])
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.enrollment(id)["status"] == "SUCCEEDED")
        }
    }

    @Test("Exactly one of two concurrent authorizations is accepted")
    func takesOneOfTwoAuthorizations() async throws {
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            let (id, options) = try await simulation.createIntent(enrollment)
            let body = try device.sign(options, signals: Simulation.signals)
            async let first = simulation.post("/payment-intents/\(id)/authorize/", body)
            async let second = simulation.post("/payment-intents/\(id)/authorize/", body)
            #expect(try await [first, second].map(\.status).sorted() == [204, 400])
        }
    }

    @Test("The origin of an Android app is accepted if it is configured")
    func takesAnAppsOriginThatIsConfigured() async throws {
        let origin = "android:apk-key-hash:\(Base64URL.encode(Digest.sha256("app")))"
        try await Simulation.run(configure: { $0.relyingParty.origins.append(origin) }) { simulation in
            var device = try TestDevice(seed: "device")
            let (id, options) = try await simulation.begunEnrollment()
            var ceremony = TestDevice.Ceremony()
            ceremony.origin = origin
            let body = try device.register(options, ceremony)
            #expect(try await simulation.post("/enrollments/\(id)/confirm/", body).status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.enrollment(id)["status"] == "SUCCEEDED")
        }
    }
}
