import ArgumentParser
import Glibc
import SoftAuthenticator
import ToqueEncoding
import ToqueTerminal
import VirtualKey

struct KeyServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Be a security key, until interrupted.",
        discussion: """
            The first line on stdout is where the key is, printed once it can be opened. Whatever opens a key by its \
            path takes it: fido2-token -I /dev/pts/N, ssh-keygen -O device=/dev/pts/N, toque register --authenticator \
            /dev/pts/N. With --uhid it is found among the keys that are plugged in as well. SIGHUP unplugs it and plugs \
            it in again, after which another first line says where it is if that has changed; SIGINT and SIGTERM end it.

            Example: toque key serve --pty --gesture approve
            """)

    @Flag(help: "On a pseudo-terminal, which libfido2 and OpenSSH open as they open a USB key.")
    var pty = false

    @Option(help: .init("On a Unix socket of 64-byte packets.", valueName: "path"), completion: .file())
    var socket: String?

    @Flag(help: "On /dev/uhid, as a key that the whole system sees: a /dev/hidrawN.")
    var uhid = false

    @OptionGroup var store: StoreOptions

    @Flag(help: "Keep nothing when it stops.")
    var memory = false

    @Option(help: "The class of device it imitates.")
    var profile = AuthenticatorProfile.securityKey

    @OptionGroup var gestures: GestureOptions

    @Option(
        help: .init("The file that holds the PIN, on one line, of a key that has none yet.", valueName: "file"),
        completion: .file())
    var pinFile: String?

    @Option(help: .init("Room for so many discoverable credentials.", valueName: "count"))
    var maxCredentials = 10_000

    @OptionGroup var attestation: AttestationOptions

    @OptionGroup(title: "Profile lab") var lab: LabOptions

    @Option(
        name: .customLong("pin-policy-url"),
        help: .init("Where people read which PINs it refuses, for platforms to name.", valueName: "url"))
    var pinPolicyURL: String?

    @Option(help: .init("Make keys and ids reproducible. They are no secrets then.", valueName: "text"))
    var seed: String?

    @Flag(name: .shortAndLong, help: "Say each command and what came of it.")
    var verbose = false

    func validate() throws {
        guard [pty, socket != nil, uhid].count(where: \.self) == 1, socket != "" else {
            throw ValidationError("one of --pty, --socket PATH and --uhid is needed")
        }
        if memory, store.store != nil || store.keyFile != nil || store.passphraseFile != nil {
            throw ValidationError(
                "--memory keeps nothing, so that --store, --key-file and --passphrase-file cannot go with it")
        }
        guard (0...1_000_000).contains(maxCredentials) else {
            throw ValidationError("--max-credentials: found \(maxCredentials), expected 0 to 1000000")
        }
        try lab.validate(for: profile)
        guard lab.attestation?.format != .compound else {
            throw ValidationError(
                "--attestation: compound nests 5 levels deep and CTAP allows 4; use toque register")
        }
        try attestation.validate(for: lab.applied(to: profile), lab)
        if let pinPolicyURL, !Self.isPolicyURL(pinPolicyURL) {
            throw ValidationError(
                "--pin-policy-url: found \(pinPolicyURL.quoted), expected an https URL of 256 characters at most")
        }
    }

    func run() async throws {
        let interaction = try gestures.interaction()
        let asksOnTerminal = interaction is TerminalInteraction
        let database = memory ? nil : try await store.open(.key)
        let key = try ServedKey(
            profile: lab.applied(to: profile), storage: database ?? MemoryCredentialStore(), seed: seed,
            capacity: maxCredentials, attestation: attestation, lab: lab)
        if let pinFile { try key.setPIN(try PIN(file: pinFile)) }
        let processor = key.authenticator.ctapProcessor(
            interaction: interaction,
            // A person at the terminal has the time that the specification asks for; a script has all of it.
            userActionTimeout: asksOnTerminal ? .seconds(30) : nil,
            maxMsgSize: uhid ? UHIDLink.maxMsgSize : nil, pinComplexityPolicyURL: pinPolicyURL)
        let wink = { @Sendable in Console.standard.progress("The key winks: a program shows which one it means.") }
        let log = { @Sendable (event: DeviceEvent) in Console.standard.progress("\(event)") }
        let device = CTAPHIDDevice(processor: processor, onWink: wink, log: verbose ? log : nil)
        try await serve(try link(to: device), asksOnTerminal: asksOnTerminal)
        try database?.close()
    }

    /// Of visible ASCII, as URLs are.
    private static func isPolicyURL(_ text: String) -> Bool {
        text.hasPrefix("https://") && Authority(ofURL: text) != nil && text.utf8.count <= 256
            && text.utf8.allSatisfy(\.isVisibleASCII)
    }

    private func link(to device: CTAPHIDDevice) throws -> any DeviceLink {
        if let socket { return try UnixSocketLink(device, path: socket) }
        return uhid ? try UHIDLink(device) : try PseudoTerminalLink(device)
    }

    /// Serves until a signal ends it.
    private func serve(_ link: any DeviceLink, asksOnTerminal: Bool) async throws {
        let signals = Signals.stream(of: [SIGINT, SIGTERM, SIGHUP])
        try link.start()
        defer { link.stop() }
        warn()
        var path = link.path
        try Console.standard.result(path)
        for await signal in signals {
            // SIGHUP is also what a terminal sends that is closed.
            guard signal == SIGHUP, !asksOnTerminal || Terminal.isInteractive else { return }
            try link.powerCycle()
            guard link.path != path else { continue }
            path = link.path
            try Console.standard.result(path)
        }
    }

    private func warn() {
        guard !lab.applied(to: profile).attests else { return }
        Console.standard.progress(
            "warning: profile \(profile.name) makes no attestation; libfido2's tools and ssh-keygen refuse such keys")
    }
}
