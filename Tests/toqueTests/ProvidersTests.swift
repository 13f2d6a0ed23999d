import Sandbox
import Testing

@testable import toque

@Suite struct ProvidersTests {
    private func name(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
        let settings = Settings { environment[$0] }
        let providers = try Providers.parse(arguments)
        return try providers.chosen(settings).provider(settings, providers.checkout, of: SandboxConfiguration()).name
    }

    @Test("The provider that an option or a variable names is served, else the first")
    func choosesByName() throws {
        #expect(try name() == "biometric-pix")
        #expect(try name("--provider", "biometric-pix") == "biometric-pix")
        let error = #expect(throws: CommandError.self) { try name(environment: ["TOQUE_SIMULATE_PROVIDER": "lamps"]) }
        #expect(
            error?.description
                == #"TOQUE_SIMULATE_PROVIDER: found "lamps", expected biometric-pix, yuno, ecommpay, placetopay, takeme"#
        )
    }
}
