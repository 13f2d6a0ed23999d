import ArgumentParser
import BrowserAuthenticator
import ToqueEncoding

struct BrowserScriptCommand: ParsableCommand {
    static let variable = "TOQUE_BROWSER_TOKEN"

    static let configuration = CommandConfiguration(
        commandName: "script",
        abstract: "Print toque-webauthn.js, a test's init script.",
        discussion: """
            The script holds the token: keep it in the test. Pages that have it need their origin named with `toque \
            browser serve --origin`.

            Example: toque browser script --token-file token > toque-webauthn.js
            """)

    @Option(help: .init("Use the service at this URL. Default: http://127.0.0.1:8421.", valueName: "url"))
    var server = "http://127.0.0.1:\(BrowserAddress.defaultPort)"

    @Option(
        help: .init(
            "Read the service's token from this file.", discussion: "Default: the token in TOQUE_BROWSER_TOKEN.",
            valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        help: .init(
            "Send calls through this function of the page instead of a request.",
            discussion: "The test provides it and passes calls on, for pages whose policy forbids requests.",
            valueName: "name"))
    var binding: String?

    func run() throws {
        guard server.hasPrefix("http://"), let authority = Authority(ofURL: server), authority.isLoopback else {
            throw CommandError.invalid("--server", server, expected: "a loopback URL such as http://127.0.0.1:8421")
        }
        let token = try tokenFile.map { try SecretFile.token(of: $0) } ?? environment(Self.variable) ?? ""
        guard !token.isEmpty || binding != nil else {
            throw CommandError(
                .missingArgument, at: "--token-file", "the service's token is required",
                hint: "pass the token that `toque browser serve` printed, or set \(Self.variable)")
        }
        try Console.standard.result(
            WebAuthnScript.configured(
                url: "http://\(authority)\(BrowserService.pagePath)", token: token, binding: binding))
    }
}
