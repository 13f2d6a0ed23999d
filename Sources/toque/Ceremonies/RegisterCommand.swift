import ArgumentParser
import BiometricPixFlow
import Inspector
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

struct RegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Make a credential from registration options.",
        discussion: """
            Reads the provider's options or W3C JSON. Prints RegistrationResponseJSON.

            Example: toque register options.json --gesture approve
            """)

    @OptionGroup var ceremony: CeremonyOptions
    @OptionGroup var authenticator: AuthenticatorOptions

    func run() async throws {
        let interaction = try authenticator.interaction()
        let parsed = try ceremony.parsed { (reader, json) throws(OptionsError) in try reader.creationOptions(json) }
        ceremony.report(tolerated: parsed.tolerated)
        let client = ceremony.makeClient(try await authenticator.make(interaction), interaction)
        let origin = try ceremony.parsedOrigin()
        let response = try await authenticator.explaining {
            try await client.create(parsed.options, origin: origin, timeout: ceremony.duration)
        }
        if ceremony.verbose {
            Console.standard.progress(InspectionNode(response).text())
        }
        let output = ceremony.body ? Self.body(response) : try response.json()
        try Console.standard.result(output.serialized(pretty: true))
    }

    /// The body of `confirm` with only the guide's members.
    private static func body(_ response: RegistrationResponse) -> JSON {
        let body = ConfirmEnrollmentRequest(response).json.objectValue ?? [:]
        return .object(body.withoutExtensionResults(in: "confirmation_data"))
    }
}
