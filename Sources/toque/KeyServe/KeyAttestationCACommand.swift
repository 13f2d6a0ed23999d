import ArgumentParser
import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding

struct KeyAttestationCACommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attestation-ca",
        abstract: "Print the root certificate of a store's attestation, as PEM.",
        discussion: """
            A relying party that checks attestation takes it for a trust anchor. It is made on first use and stays, \
            also after a reset.

            Example: toque key attestation-ca > toque-ca.pem
            """)

    @OptionGroup var options: StorePlaceOptions

    func run() async throws {
        let authority = try await options.store.open(options.place).attestationAuthority(
            random: SystemRandom(), now: .now())
        // PEM ends with a line feed, as each result does.
        try Console.standard.result(String(authority.certificate.pem().dropLast()))
    }
}
