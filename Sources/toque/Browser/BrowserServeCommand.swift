import ArgumentParser
import BrowserAuthenticator
import Glibc
import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

struct BrowserServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve passkeys to web pages until interrupted.",
        discussion: """
            Serves a software authenticator to pages that have toque-webauthn.js. Prints the URL on the first line of \
            stdout, and the token on the second one. Listens on 127.0.0.1 only.

            Example: toque browser serve --memory --origin http://localhost:3000 --gesture approve
            """)

    @Option(
        help: .init("Let pages of this origin use the service. Repeatable.", valueName: "origin"))
    var origin: [String] = []

    @OptionGroup var address: BrowserAddress

    @Option(
        help: .init(
            "Read the service's token from this file.", discussion: "Default: a new one, which is printed.",
            valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(help: "Imitate this class of device. Default: ios.")
    var profile = AuthenticatorProfile.ios

    @OptionGroup var store: StoreOptions

    @Flag(help: "Keep everything in memory.")
    var memory = false

    @OptionGroup var gestures: GestureOptions
    @OptionGroup(title: "Profile lab") var lab: LabOptions

    @Flag(help: "Print the URL and the token as JSON.")
    var json = false

    func validate() throws {
        if memory, store.store != nil || store.keyFile != nil || store.passphraseFile != nil {
            throw CommandError(
                .conflictingOptions, at: "--memory", "excludes --store, --key-file and --passphrase-file")
        }
        try lab.validate(for: profile)
    }

    func run() async throws {
        let token = try tokenFile.map { try SecretFile.token(of: $0) } ?? Hex.encode(SystemRandom().bytes(32))
        let origins = Set(try origin.map(Self.origin))
        // Wrong options end the command here and not at the first request.
        _ = try gestures.script()
        let storage: any CredentialStorage = memory ? MemoryCredentialStore() : try await store.open(.credentials)
        let terminations = Signals.termination()
        let place = BrowserPlace()
        let service = try BrowserService(
            access: BrowserAccess(token: token, origins: .named(origins)),
            script: { WebAuthnScript.configured(url: place.url + BrowserService.pagePath, token: token) },
            prepare: { [self] in try $0.add(authenticator(), storage: storage) })
        // What the service reads as JSON.
        let server = try await BrowserPlace.serve(
            at: address, place, bodyLimit: 1 << 20, head: { service.answer(toHeadOf: $0) }
        ) { await service.respond(to: $0) }
        try announce(place.url, token)
        for await _ in terminations { break }
        try await server.stop()
    }

    private func authenticator() throws -> VirtualAuthenticatorOptions {
        var options = VirtualAuthenticatorOptions(profile: lab.applied(to: profile))
        options.gestures = try gestures.script()
        options.isCertified = profile == .lab && lab.attestation?.isSelf != true
        return options
    }

    private func announce(_ url: String, _ token: String) throws {
        if json {
            var values: JSONObject = ["url": .string(url)]
            // A token from a file stays there.
            if tokenFile == nil { values["token"] = .string(token) }
            values["pid"] = .int(getpid())
            try Console.standard.result(JSON.object(values).serialized())
        } else {
            try Console.standard.result("Authenticator ready at \(url)")
            if tokenFile == nil { try Console.standard.result("Token: \(token)") }
        }
    }

    /// An origin as browsers write it.
    private static func origin(_ text: String) throws(CommandError) -> String {
        let isOrigin = ["http://", "https://"].contains(where: text.hasPrefix)
        guard isOrigin, let authority = Authority(ofURL: text), let scheme = text.firstRange(of: "://"),
            text[scheme.upperBound...].lowercased() == authority.description
        else {
            throw .invalid("--origin", text, expected: "an origin such as http://localhost:3000")
        }
        return text.lowercased()
    }
}
