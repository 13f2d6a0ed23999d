import ArgumentParser
import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding

struct KeyAttestationCACommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attestation-ca",
        abstract: "Print the root certificate of a store's attestations (PEM).",
        discussion: """
            Relying parties that check attestation use it as a trust anchor. It is made on first use, and survives a \
            reset.

            Example: toque key attestation-ca > toque-ca.pem
            """)

    @OptionGroup var options: StorePlaceOptions

    func run() async throws {
        let authority = try await options.store.open(options.place).attestationAuthority(
            random: SystemRandom(), now: .now())
        // PEM ends with a line feed, which each result adds.
        try Console.standard.result(String(authority.certificate.pem().dropLast()))
    }
}
