import BiometricPixFlow
import Testing
import ToqueEncoding

/// A process dies at each moment of a flow in turn, and the next processes complete the flow.
@Suite struct DeathTests {
    /// Starts processes until one reaches the end; at most one of them dies.
    /// - Returns: The number of processes.
    private func runToEnd<Value: Sendable>(
        _ app: App, dyingAt moment: Int?, _ body: @escaping @Sendable (any FlowJournal) async throws -> Value
    ) async throws -> (value: Value, processes: Int) {
        let file = try JournalFile()
        app.fate.doom(moment)
        for process in 1...2 {
            do {
                let value = try await app.process {
                    try await body(MortalJournal(journal: FileFlowJournal(path: file.path), fate: app.fate))
                }
                return (value, process)
            } catch {
                // Only the process that died may fail.
                try #require(process == 1 && moment != nil, "moment \(moment ?? 0): \(error)")
            }
        }
        throw Fate.Death()
    }

    private func enroll(_ app: App, dyingAt moment: Int?) async throws -> (value: EnrollmentResponse, processes: Int) {
        try await runToEnd(app, dyingAt: moment) { journal in
            try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
                .finish { _ in StubProvider.callback }
        }
    }

    @Test("An enrollment is completed once, wherever its process died")
    func anEnrollmentIsFinishedWhereverItsProcessDied() async throws {
        let whole = try App(StubProvider())
        #expect(try await enroll(whole, dyingAt: nil).processes == 1)
        #expect(whole.fate.moments > 30)
        for moment in 1...whole.fate.moments {
            let provider = StubProvider()
            let app = try App(provider)
            let (enrollment, processes) = try await enroll(app, dyingAt: moment)
            #expect(processes == 2, "moment \(moment)")
            #expect(enrollment.status == .succeeded, "moment \(moment)")
            #expect(provider.enrollments.count == 1, "moment \(moment)")
            #expect(provider.confirmations.count == 1, "moment \(moment)")
        }
    }

    @Test("A payment is completed once, wherever its process died")
    func aPaymentIsFinishedWhereverItsProcessDied() async throws {
        func pay(dyingAt moment: Int?, _ provider: StubProvider) async throws -> (PaymentIntent, Int, App) {
            let app = try App(provider)
            let enrollment = try await enroll(app, dyingAt: nil).value
            let before = app.fate.moments
            let request = try app.paymentRequest(enrollment: enrollment.id)
            let (intent, processes) = try await runToEnd(app, dyingAt: moment.map { before + $0 }) { journal in
                try await app.sdk().paymentFlow(request, journal: journal).finish()
            }
            #expect(processes == (moment == nil ? 1 : 2), "moment \(moment ?? 0)")
            return (intent, app.fate.moments - before, app)
        }
        let (_, moments, _) = try await pay(dyingAt: nil, StubProvider())
        #expect(moments > 15)
        for moment in 1...moments {
            let provider = StubProvider()
            let (intent, _, _) = try await pay(dyingAt: moment, provider)
            #expect(intent.status == .succeeded, "moment \(moment)")
            #expect(provider.intents.count == 1, "moment \(moment)")
            #expect(provider.authorizations.count == 1, "moment \(moment)")
            // Signals are those of the sending process.
            #expect(provider.authorizations.first?.riskSignals["accountTenure"] == .string(App.tenure))
        }
    }

    /// Each process ends between two steps, without an error, and the next one does not get the request again.
    @Test("Each step of an enrollment can run in its own process")
    func stepsCanBeDoneByAProcessEach() async throws {
        let provider = StubProvider()
        let app = try App(provider)
        let journal = MemoryFlowJournal()
        var names: [String] = []
        _ = try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal).next()
        for _ in 0..<20 {
            let flow = try #require(await app.sdk().resumeEnrollment(journal: journal))
            guard let step = try await flow.next() else { break }
            names.append(String("\(step)".prefix { $0 != "(" }))
            if case .awaitingAccountHolder = step { try await flow.receive(callbackUrl: StubProvider.callback) }
            // A later process requests the options again, so this one must make the credential itself.
            if case .optionsReceived = step { _ = try await flow.next() }
            if case .finished = step { break }
        }
        #expect(names == ["awaitingAccountHolder", "returned", "optionsReceived", "confirmed", "finished"])
        #expect(provider.enrollments.count == 1)
    }
}
