import APIClient
import ArgumentParser
import Sandbox

/// The sandbox's addresses.
struct ServingOptions: ParsableArguments {
    /// The default port without a command.
    static let defaultPort = 8420

    @Option(
        help: .init(
            "Listen on this address. Default: 127.0.0.1:8420; with a command, a free port.", valueName: "host:port"))
    var listen: String?

    @Option(help: "Listen on this port of 127.0.0.1; 0 picks a free one.")
    var port: String?

    @Option(
        help: .init("Use this URL in links, where others reach the sandbox by another address.", valueName: "url"))
    var publicUrl: String?

    @Option(help: .init("Serve https with this certificate chain (PEM).", valueName: "file"), completion: .file())
    var tlsCert: String?

    @Option(
        help: .init("Read the certificate's private key (PEM) from this file.", valueName: "file"), completion: .file())
    var tlsKey: String?

    func apply(
        to configuration: inout SandboxConfiguration, _ settings: Settings, hasCommand: Bool
    ) throws(CommandError) {
        let address = try settings.excluding([("listen", listen != nil), ("port", port != nil)])
        configuration.port = hasCommand ? 0 : Self.defaultPort
        if let listen = try address.value(listen, "listen", expected: ListenAddress.expected, ListenAddress.init) {
            configuration.host = listen.host
            configuration.port = listen.port
        } else if let port = try address.value(port, "port", expected: "a port (0 to 65535)", ListenAddress.port) {
            configuration.port = port
        }
        configuration.publicURL = try settings.value(
            publicUrl, "public-url", expected: "an http or https URL", ServerURL.init)?.description
        configuration.tls = try tls(settings)
    }

    /// The option or variable that sets the address.
    func place(_ settings: Settings) -> String {
        port == nil && settings.source(listen, "listen") != nil
            ? settings.name(listen, "listen") : settings.name(port, "port")
    }

    private func tls(_ settings: Settings) throws(CommandError) -> TLSFiles? {
        switch (settings.source(tlsCert, "tls-cert"), settings.source(tlsKey, "tls-key")) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSFiles(certificate: certificate.text, key: key.text)
        case (let certificate?, nil):
            throw CommandError(.conflictingOptions, at: certificate.name, "requires --tls-key FILE")
        case (nil, let key?):
            throw CommandError(.conflictingOptions, at: key.name, "requires --tls-cert FILE")
        }
    }
}
