import BiometricPixFlow
import Testing
import ToqueEncoding
import ToqueWebAuthn

/// A flow's reaction to refusals.
@Suite struct FlowTests {
    private let provider = StubProvider()
    private let journal = MemoryFlowJournal()

    private func steps(_ flow: EnrollmentFlow, callback: String? = StubProvider.callback) async throws -> [String] {
        var names: [String] = []
        for try await step in flow {
            names.append(String("\(step)".prefix { $0 != "(" }))
            if case .awaitingAccountHolder = step, let callback { try await flow.receive(callbackUrl: callback) }
        }
        return names
    }

    @Test("An enrollment reports its steps in order")
    func tellsEachStep() async throws {
        let app = try App(provider)
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        #expect(
            try await steps(flow) == [
                "created", "awaitingAccountHolder", "returned", "optionsReceived", "registered", "confirmed",
                "finished",
            ])
        #expect(try await flow.next() == nil)
        #expect(provider.enrollments.first?.details.platform == .crossPlatform)
    }

    @Test("An enrollment pauses until the callback is received")
    func endsForNowWhileTheAccountHolderDecides() async throws {
        let app = try App(provider)
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        #expect(try await steps(flow, callback: nil) == ["created", "awaitingAccountHolder"])
        try await flow.receive(callbackUrl: StubProvider.callback)
        #expect(try await steps(flow).last == "finished")
    }

    @Test("A refusal by the bank is a failed enrollment, even after a resume")
    func whatTheBankRefusedIsAResult() async throws {
        let app = try App(provider)
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        let enrollment = try await flow.finish { _ in "https://loja.example/volta?state=s1&error=access_denied" }
        #expect(enrollment.status == .failed)
        #expect(enrollment.statusReasonCode == .rejectedByUser)
        // A resumed flow reports the same failure.
        let again = try #require(await app.sdk().resumeEnrollment(journal: journal))
        #expect(try await again.finish { _ in "" }.status == .failed)
        #expect(provider.enrollments.count == 1)
    }

    @Test("A refused creation leaves the journal empty")
    func aRefusedBeginningLeavesNothingBehind() async throws {
        let app = try App(provider)
        provider.script("POST /enrollments/", .refusal(400, "invalid"))
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        await #expect(throws: BelvoApiException.self) { try await flow.next() }
        #expect(journal.load() == nil)
    }

    @Test("A refused callback is requested again")
    func aCallbackThatIsRefusedIsAskedForAgain() async throws {
        let app = try App(provider)
        provider.script("POST /enrollments/complete-redirection/", .refusal(400, "invalid"))
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        await #expect(throws: BelvoApiException.self) { try await steps(flow) }
        #expect(try await steps(flow).first == "awaitingAccountHolder")
        #expect(provider.enrollments.first?.status == .succeeded)
    }

    /// The flow keeps codes and tokens only until the provider has them.
    @Test("The journal does not keep the code of the callback")
    func theJournalForgetsTheCallback() async throws {
        let app = try App(provider)
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        while let step = try await flow.next() {
            let text = String(decoding: journal.load() ?? [], as: UTF8.self)
            #expect(!text.contains("code=c1"), "\(step)")
            if case .awaitingAccountHolder = step { try await flow.receive(callbackUrl: StubProvider.callback) }
        }
    }

    @Test("A declined gesture ends the step but not the flow")
    func aDeclinedGestureEndsTheStepAndNotTheFlow() async throws {
        let app = try App(provider)
        let refusing = try await app.sdk(gesture: .decline).enrollmentFlow(app.enrollmentRequest(), journal: journal)
        await #expect(throws: BiometricPixError.self) { try await steps(refusing) }
        let flow = try #require(await app.sdk().resumeEnrollment(journal: journal))
        #expect(try await steps(flow) == ["optionsReceived", "registered", "confirmed", "finished"])
    }

    @Test("A confirmation refused with 401 is repeated with the same credential")
    func anExpiredTokenIsNoRefusalOfTheCredential() async throws {
        let app = try App(provider)
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        provider.script(
            "POST /enrollments/40000000-0000-4000-8000-000000000000/confirm/", .refusal(401, "authentication_failed"))
        await #expect(throws: BelvoApiException.self) { try await steps(flow) }
        #expect(try await steps(flow) == ["confirmed", "finished"])
        #expect(provider.confirmations.count == 1)
    }

    @Test("Two concurrent tasks create only one enrollment")
    func twoTasksCannotShareAStep() async throws {
        let app = try App(provider)
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        async let first = flow.next()
        async let second = flow.next()
        var outcomes: [Bool] = []
        do { outcomes.append(try await first != nil) } catch is PixFlowError { outcomes.append(false) }
        do { outcomes.append(try await second != nil) } catch is PixFlowError { outcomes.append(false) }
        #expect(outcomes.contains(true))
        #expect(provider.enrollments.count == 1)
    }

    @Test("The journal of one flow is refused for any other")
    func aJournalIsOfOneFlow() async throws {
        let app = try App(provider)
        let sdk = try app.sdk()
        _ = try await sdk.enrollmentFlow(app.enrollmentRequest(), journal: journal).next()
        var other = try app.enrollmentRequest()
        other.accountTenure = "2023-01-31"
        await #expect(throws: PixFlowError.self) { try await sdk.enrollmentFlow(other, journal: journal) }
        await #expect(throws: PixFlowError.self) { try await sdk.resumePayment(journal: journal) }
        let payment = try app.paymentRequest(enrollment: "40000000-0000-4000-8000-000000000000")
        await #expect(throws: PixFlowError.self) { try await sdk.paymentFlow(payment, journal: journal) }
        #expect(try await sdk.resumeEnrollment(journal: MemoryFlowJournal()) == nil)
    }

    @Test("A request that the journal could not restore is not started")
    func whatCouldNotBeReadBackIsNotBegun() async throws {
        let app = try App(provider)
        var request = try app.enrollmentRequest()
        request.customer = .id("no UUID")
        await #expect(throws: (any Error).self) {
            try await app.sdk().enrollmentFlow(request, journal: journal)
        }
        #expect(provider.requests.isEmpty)
    }

    /// A step that comes too late is refused; the object's own failure code says more than the refusal.
    @Test("A payment that failed in the meantime reports its failure code")
    func whatFailedMeanwhileSaysWhy() async throws {
        let app = try App(provider)
        _ = try await steps(app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: MemoryFlowJournal()))
        let enrollmentID = try #require(provider.enrollments.first?.id)
        let flow = try await app.sdk().paymentFlow(app.paymentRequest(enrollment: enrollmentID), journal: journal)
        _ = try await flow.next()
        var intent = try #require(provider.intents.first)
        intent.status = .failed
        intent.failureCode = "rejected_by_user"
        provider.script("POST /payment-intents/\(intent.id)/authorize/", .refusal(400, "invalid_status"))
        provider.script("GET /payment-intents/\(intent.id)/", .init(status: 200, body: intent.json))
        #expect(try await flow.finish().failureCode == "rejected_by_user")
    }

    @Test(
        "An enrollment that was canceled in the meantime reports its reason",
        arguments: ["confirm", "complete-redirection"])
    func anEnrollmentThatFailedMeanwhileSaysWhy(step: String) async throws {
        let app = try App(provider)
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        _ = try await flow.next()
        var enrollment = try #require(provider.enrollments.first)
        enrollment.status = .canceled
        enrollment.statusReasonCode = .rejectedByUser
        let path = step == "confirm" ? "/enrollments/\(enrollment.id)/confirm/" : "/enrollments/complete-redirection/"
        provider.script("POST \(path)", .refusal(400, "invalid_status"))
        provider.script("GET /enrollments/\(enrollment.id)/", .init(status: 200, body: enrollment.json))
        let ended = try await flow.finish { _ in StubProvider.callback }
        #expect(ended.status == .canceled)
        #expect(ended.statusReasonCode == .rejectedByUser)
    }

    /// Another device's success does not count as this device's.
    @Test("A refused confirmation is an error even if the enrollment has succeeded")
    func aRefusalOfWhatSucceededStaysOne() async throws {
        let app = try App(provider)
        let flow = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        _ = try await flow.next()
        var enrollment = try #require(provider.enrollments.first)
        enrollment.status = .succeeded
        provider.script("POST /enrollments/\(enrollment.id)/confirm/", .refusal(400, "invalid_status"))
        provider.script("GET /enrollments/\(enrollment.id)/", .init(status: 200, body: enrollment.json))
        await #expect(throws: BelvoApiException.self) { try await flow.finish { _ in StubProvider.callback } }
    }

    @Test("A payment keeps the external ID of the caller")
    func aPaymentKeepsTheCallersExternalID() async throws {
        let app = try App(provider)
        var request = try app.paymentRequest(enrollment: "40000000-0000-4000-8000-000000000000")
        request.payload.externalID = "pedido-1"
        _ = try await app.sdk().paymentFlow(request, journal: journal).next()
        #expect(provider.intents.map(\.externalID) == ["pedido-1"])
    }
}
