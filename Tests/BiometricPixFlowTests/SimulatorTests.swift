import BiometricPixFlow
import PixSimulator
import SoftAuthenticator
import Testing
import ToqueEncoding

/// The flow against the sandbox: real HTTP, the bank's page, a real access token and verified signatures.
@Suite struct SimulatorTests {
    private struct Sandbox {
        let server: ServerURL
        let transport: AsyncHTTPTransport
        let credentials = MemoryCredentialStore()

        /// An SDK with a token that the merchant's server obtained.
        func sdk(token: String? = nil) async throws -> BiometricPixSDK {
            let token =
                if let token { token } else {
                    try await PixClient(server: server, key: .sandbox, transport: transport).accessTokens().access
                }
            var connection = PixConnection(accessToken: token, server: server, transport: transport)
            connection.polling.interval = .milliseconds(20)
            return BiometricPixSDK(
                connection: connection, authenticator: SoftAuthenticator(profile: .ios, storage: credentials),
                interaction: ScriptedInteraction(.approve), device: try DeviceRoot(fixture: .laptop))
        }

        @Sendable func decide(at redirectURL: String) async throws -> String {
            try await AccountHolder(transport: transport).decide(.approve, at: redirectURL)
        }
    }

    private func withSandbox(_ body: (Sandbox) async throws -> Void) async throws {
        var configuration = PixSimulator.Configuration()
        configuration.sandbox.port = 0
        configuration.durations.optionsDelay = .milliseconds(50)
        configuration.durations.resultDelay = .milliseconds(50)
        let simulator = try await PixSimulator.start(configuration)
        let transport = AsyncHTTPTransport()
        do {
            try await body(Sandbox(server: try #require(ServerURL(simulator.url)), transport: transport))
        } catch {
            await transport.shutdown()
            await simulator.stop()
            throw error
        }
        await transport.shutdown()
        await simulator.stop()
    }

    @Test("An SDK with an access token enrolls and pays at the simulator")
    func enrollsAndPaysWithAnAccessToken() async throws {
        try await withSandbox { sandbox in
            let sdk = try await sandbox.sdk()
            let institution = try #require(await sdk.getPaymentInstitutions().first)
            let enrollment = try await sdk.enroll(
                cpf: App.cpf, institution: institution.id, accountTenure: App.tenure, callbackUrl: App.callbackURL,
                journal: MemoryFlowJournal(), redirect: sandbox.decide)
            #expect(enrollment.status == .succeeded)
            let listed = try await sdk.listEnrollments(deviceId: sdk.getDeviceId())
            #expect(listed.map(\.id) == [enrollment.id])
            #expect(listed.first?.institution == institution)

            let account = try #require(await sdk.listBankAccounts().first { $0.holderType == "BUSINESS" })
            #expect(try await sdk.getBankAccount(bankAccountId: account.id) == account)
            let customer = try await sdk.getCustomerDetails(customerId: enrollment.details.customer)
            let payload = CreatePaymentIntentRequest(
                amount: try #require(Amount("0.13")), customer: .id(customer.id), description: "Pedido 1",
                statementDescription: "LOJA",
                method: PaymentMethodDetails(beneficiaryBankAccount: account.id, enrollment: enrollment.id))
            let intent = try await sdk.pay(
                payload: payload, accountTenure: customer.createdAt.date, journal: MemoryFlowJournal())
            #expect(intent.status == .succeeded)
            #expect(try await sdk.listPaymentIntents().map(\.id) == [intent.id])
        }
    }

    /// As in the commands' end-to-end test, with one process for each step.
    @Test("An enrollment at the simulator can run each step in its own process")
    func aProcessEachForTheStepsOfAnEnrollment() async throws {
        try await withSandbox { sandbox in
            let journal = MemoryFlowJournal()
            let institution = try #require(await sandbox.sdk().getPaymentInstitutions().first)
            let request = try EnrollmentRequest(
                cpf: App.cpf, institution: institution.id, accountTenure: App.tenure, callbackUrl: App.callbackURL)
            var result: EnrollmentResponse?
            while result == nil {
                let flow = try await sandbox.sdk().enrollmentFlow(request, journal: journal)
                switch try #require(await flow.next()) {
                case .awaitingAccountHolder(_, let url):
                    try await flow.receive(callbackUrl: try await sandbox.decide(at: url))
                // Otherwise the next process would get them again, for ever.
                case .optionsReceived: _ = try await flow.next()
                case .finished(let enrollment): result = enrollment
                case .created, .returned, .registered, .confirmed: continue
                }
            }
            #expect(result?.status == .succeeded)
            let sdk = try await sandbox.sdk()
            #expect(try await sdk.listEnrollments(deviceId: sdk.getDeviceId()).count == 1)
        }
    }

    @Test("The simulator refuses an unknown access token with 401")
    func aTokenOfNobodyIsRefused() async throws {
        try await withSandbox { sandbox in
            let sdk = try await sandbox.sdk(token: "e30.e30.c2ln")
            let error = await #expect(throws: BelvoApiException.self) { try await sdk.getPaymentInstitutions() }
            #expect(error?.statusCode == 401)
            #expect(error?.errors.isEmpty == false)
        }
    }
}
