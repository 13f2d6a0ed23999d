import ArgumentParser
import Glibc
import SoftAuthenticator
import ToqueEncoding
import ToqueTerminal
import VirtualKey

struct KeyServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Act as a security key until interrupted.",
        discussion: """
            Prints the key's path on the first line of stdout, once it can be opened. Programs open the key by its \
            path: fido2-token -I /dev/pts/N, ssh-keygen -O device=/dev/pts/N, toque register --authenticator \
            /dev/pts/N. With --uhid, programs also find it among the keys that are plugged in.

            SIGHUP unplugs the key and plugs it in again; if its path changes, prints the new one. SIGINT and SIGTERM \
            end it.

            Example: toque key serve --pty --gesture approve
            """)

    @Flag(help: "Serve on a pseudo-terminal, which libfido2 and OpenSSH open like a USB key.")
    var pty = false

    @Option(help: .init("Serve on a Unix socket of 64-byte packets.", valueName: "path"), completion: .file())
    var socket: String?

    @Flag(help: "Serve on /dev/uhid, as a /dev/hidrawN that the whole system sees.")
    var uhid = false

    @OptionGroup var store: StoreOptions

    @Flag(help: "Keep everything in memory.")
    var memory = false

    @Option(help: "Imitate this class of device. Default: security-key.")
    var profile = AuthenticatorProfile.securityKey

    @OptionGroup var gestures: GestureOptions

    @Option(
        help: .init("Set the PIN in this file, one line, if the key has none.", valueName: "file"),
        completion: .file())
    var pinFile: String?

    @Option(help: .init("Hold at most this many discoverable credentials. Default: 10000.", valueName: "count"))
    var maxCredentials = 10_000

    @OptionGroup var attestation: AttestationOptions

    @OptionGroup(title: "Profile lab") var lab: LabOptions

    @Option(
        name: .customLong("pin-policy-url"),
        help: .init("Give platforms this URL of the key's PIN rules.", valueName: "url"))
    var pinPolicyURL: String?

    @Option(help: .init("Make keys and IDs predictable: for tests only.", valueName: "text"))
    var seed: String?

    @Flag(name: .shortAndLong, help: "Log each command and its result.")
    var verbose = false

    func validate() throws {
        guard [pty, socket != nil, uhid].count(where: \.self) == 1, socket != "" else {
            throw CommandError(.missingArgument, "exactly one of --pty, --socket PATH and --uhid is required")
        }
        if memory, store.store != nil || store.keyFile != nil || store.passphraseFile != nil {
            throw CommandError(
                .conflictingOptions, at: "--memory", "excludes --store, --key-file and --passphrase-file")
        }
        guard (0...1_000_000).contains(maxCredentials) else {
            throw CommandError.invalid("--max-credentials", "\(maxCredentials)", expected: "a number from 0 to 1000000")
        }
        try lab.validate(for: profile)
        guard lab.attestation?.format != .compound else {
            throw CommandError(
                .conflictingOptions, at: "--attestation", "compound nests 5 levels deep, and CTAP allows 4",
                hint: "use `toque register`")
        }
        try attestation.validate(for: lab.applied(to: profile), lab)
        if let pinPolicyURL, !Self.isPolicyURL(pinPolicyURL) {
            throw CommandError.invalid(
                "--pin-policy-url", pinPolicyURL, expected: "an https URL of at most 256 characters")
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
            // A person at the terminal has the specification's time limit; a script can take any time.
            userActionTimeout: asksOnTerminal ? .seconds(30) : nil,
            maxMsgSize: uhid ? UHIDLink.maxMsgSize : nil, pinComplexityPolicyURL: pinPolicyURL)
        let wink = { @Sendable in Console.standard.progress("The key winks: a program shows which one it means.") }
        let log = { @Sendable (event: DeviceEvent) in Console.standard.progress("\(event)") }
        let device = CTAPHIDDevice(processor: processor, onWink: wink, log: verbose ? log : nil)
        try await serve(try link(to: device), asksOnTerminal: asksOnTerminal)
        try database?.close()
    }

    /// Visible ASCII only, as in URLs.
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
            // A closing terminal sends SIGHUP too.
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
