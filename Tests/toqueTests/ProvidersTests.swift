import Sandbox
import Testing

@testable import toque

@Suite struct ProvidersTests {
    private func name(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
        let settings = Settings { environment[$0] }
        let providers = try Providers.parse(arguments)
        return try providers.chosen(settings).provider(settings, providers.checkout, of: SandboxConfiguration()).name
    }

    @Test("An option or a variable chooses the provider, and the first one is the default")
    func choosesByName() throws {
        #expect(try name() == "biometric-pix")
        #expect(try name("--provider", "biometric-pix") == "biometric-pix")
        let error = #expect(throws: CommandError.self) { try name(environment: ["TOQUE_SIMULATE_PROVIDER": "lamps"]) }
        #expect(
            error?.description
                == #"TOQUE_SIMULATE_PROVIDER: "lamps" is not one of biometric-pix, yuno, ecommpay, placetopay, takeme"#
        )
    }
}
