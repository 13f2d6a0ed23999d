import BiometricPixFlow
import Testing
import ToqueEncoding

/// The sheet's calls, one by one, in the guide's order.
@Suite struct CallTests {
    @Test("The single calls enroll and pay in the order of the guide")
    func theGuidesOrderByHand() async throws {
        let provider = StubProvider()
        let sdk = try App(provider).sdk()
        let institution = try #require(await sdk.getPaymentInstitutions().first)
        let created = try await sdk.createEnrollment(
            cpf: App.cpf, institution: institution.id, accountTenure: App.tenure, callbackUrl: App.callbackURL)
        #expect(created.details.redirectURL == "https://bank.example/authorize/1")
        try await sdk.completeEnrollmentAfterRedirection(callbackUrl: StubProvider.callback)
        let options = try #require(await sdk.getFidoRegistrationOptions(enrollmentId: created.id))
        let attestation = try await sdk.startRegistration(fidoResponseString: options.serialized())
        let isTaken = try await sdk.confirmEnrollment(
            enrollmentId: created.id, payload: ConfirmEnrollmentRequest(attestation))
        #expect(isTaken)
        #expect(try await sdk.getEnrollment(enrollmentId: created.id).status == .pending)
        #expect(try await sdk.pollEnrollment(enrollmentId: created.id).status == .succeeded)

        let listed = try #require(await sdk.listEnrollments(deviceId: sdk.getDeviceId()).first)
        #expect(listed.enrollmentId == created.id)
        #expect(listed.institution?.displayName == "Banco Aurora")
        #expect(try await sdk.listEnrollments(deviceId: "another").isEmpty)

        let payload = try App(provider).paymentRequest(enrollment: created.id).payload
        let intent = try await sdk.createPaymentIntent(payload: payload)
        let fidoOptions = try #require(intent.information?.fidoOptions)
        let assertion = try await sdk.startSigning(
            fidoResponseString: fidoOptions.serialized(), fallbackCredential: nil)
        let signals = try await sdk.riskSignals(accountTenure: App.tenure)
        let isAuthorized = try await sdk.authorizePaymentIntent(
            paymentIntentId: intent.id, payload: AuthorizePaymentIntentRequest(assertion, riskSignals: signals))
        #expect(isAuthorized)
        #expect(try await sdk.pollPaymentIntent(paymentIntentId: intent.id).status == .succeeded)
        #expect(try await sdk.listPaymentIntents().map(\.id) == [intent.id])
    }

    @Test("Registration options that never come are nil after 61 requests")
    func optionsThatNeverComeAreNilAfterSixtyOneRequests() async throws {
        let provider = StubProvider()
        let sdk = try App(provider).sdk()
        #expect(try await sdk.getFidoRegistrationOptions(enrollmentId: "e1") == nil)
        #expect(provider.requests.count == 61)
    }

    @Test("Registration options that are refused are nil after one request")
    func optionsThatAreRefusedAreNilAtOnce() async throws {
        let provider = StubProvider()
        provider.script("GET /enrollments/e1/fido-registration-options/", .refusal(400, "invalid_status"))
        let sdk = try App(provider).sdk()
        #expect(try await sdk.getFidoRegistrationOptions(enrollmentId: "e1") == nil)
        #expect(provider.requests.count == 1)
    }

    @Test("A poll continues after temporary errors")
    func aPollOutlivesWhatPasses() async throws {
        let provider = StubProvider()
        let app = try App(provider)
        let sdk = try app.sdk()
        let created = try await sdk.createEnrollment(
            cpf: App.cpf, institution: StubProvider.institution, accountTenure: App.tenure,
            callbackUrl: App.callbackURL)
        try await sdk.completeEnrollmentAfterRedirection(state: "s1", code: "c1", idToken: "t1")
        provider.script(
            "GET /enrollments/\(created.id)/fido-registration-options/", .refusal(503, "unavailable"),
            .refusal(429, "throttled"), .init(status: 200, body: "no options"))
        #expect(try await sdk.getFidoRegistrationOptions(enrollmentId: created.id) != nil)
    }

    @Test("A poll that fails until the end reports the last error")
    func aPollThatFailsToTheEndTellsTheLastTrouble() async throws {
        let provider = StubProvider()
        for _ in 0..<61 { provider.script("GET /payment-intents/p1/", .refusal(503, "unavailable")) }
        let sdk = try App(provider).sdk()
        let error = await #expect(throws: BelvoApiException.self) {
            try await sdk.pollPaymentIntent(paymentIntentId: "p1")
        }
        #expect(
            error?.message
                == "the payment's result: no result within 120 s; at last: GET /payment-intents/p1/: 503 unavailable: No."
        )
        #expect(provider.requests.count == 61)
    }

    @Test("A callback URL is refused with the missing parameter named")
    func aCallbackThatLacksAParameterIsNamed() async throws {
        let sdk = try App(StubProvider()).sdk()
        let error = await #expect(throws: (any Error).self) {
            try await sdk.completeEnrollmentAfterRedirection(callbackUrl: "https://loja.example/?state=s&code=c")
        }
        #expect("\(try #require(error))".contains("id_token"))
    }

    @Test("A wrong CPF is not sent")
    func aWrongCPFIsNotSent() async throws {
        let provider = StubProvider()
        let sdk = try App(provider).sdk()
        await #expect(throws: TaxIdentifierError.self) {
            try await sdk.createEnrollment(
                cpf: "12345678908", institution: StubProvider.institution, accountTenure: App.tenure,
                callbackUrl: App.callbackURL)
        }
        #expect(provider.requests.isEmpty)
    }
}
