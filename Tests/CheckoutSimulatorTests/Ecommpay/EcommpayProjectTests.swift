import CheckoutContracts
import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// API keys are projects, and projects have numbers.
@Suite struct EcommpayProjectTests {
    private static let wrong = ["shop", "0", "-1", "010", "+10", "2147483648", "1e3", "10 ", "১০"]

    @Test("A sandbox whose project has no number does not start", arguments: wrong)
    func configured(id: String) async throws {
        let sandbox = SandboxConfiguration(keys: [APIKey(id: id, secret: "your_secret")])
        let error = await #expect(throws: SandboxConfigurationError.self) {
            let server = try await SandboxServer(sandbox, provider: EcommpaySimulator.provider())
            await server.stop()
        }
        let text = "the API key \(id.quoted): expected a project's number, 1 to 2147483647 as the id"
        #expect(error.map { "\($0)" } == text)
    }

    @Test("Control makes projects with numbers, and refuses other names")
    func made() async throws {
        try await EcommpaySandbox.run { sandbox in
            for id in Self.wrong {
                let refused = try await sandbox.control("POST", "keys", ["id": .string(id)])
                #expect(refused.status == 400, "\(id)")
            }
            let made = try await sandbox.control("POST", "keys", ["secret": "another_secret"])
            #expect(made.status == 201)
            let project = try #require(made.json["id"]?.stringValue.flatMap { Int($0) })
            var options = EcommpaySandbox.options()
            options.projectID = project
            let opened = try await sandbox.post(
                "/sdk/v1/session", sandbox.signed(options, secret: "another_secret"))
            #expect(opened.status == 201, "\(opened.text)")
        }
    }
}
