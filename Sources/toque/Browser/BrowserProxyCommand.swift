import APIClient
import ArgumentParser
import AsyncHTTPClient
import BrowserAuthenticator
import NIOCore
import ToqueEncoding

struct BrowserProxyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "Add WebDriver's virtual authenticators to any driver.",
        discussion: """
            Passes WebDriver through to the driver, answers the commands for virtual authenticators (WebAuthn section \
            11) itself, and puts toque-webauthn.js into the pages. Prints its URL on the first line of stdout.

            Example: toque browser proxy --driver http://127.0.0.1:9515
            """)

    @Option(help: .init("Send commands to the driver at this URL. Required.", valueName: "url"))
    var driver: String

    @OptionGroup var address: BrowserAddress

    @Flag(help: "Print the URL as JSON.")
    var json = false

    func validate() throws {
        guard driver.hasPrefix("http://"), let authority = Authority(ofURL: driver), authority.isLoopback else {
            throw CommandError.invalid("--driver", driver, expected: "a loopback URL such as http://127.0.0.1:9515")
        }
    }

    func run() async throws {
        let base = driver.hasSuffix("/") ? String(driver.dropLast()) : driver
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .direct(trusting: []))
        let terminations = Signals.termination()
        let place = BrowserPlace()
        let proxy = WebDriverProxy(url: { place.url }) { method, path, body in
            try await Self.send(method, base + path, body, by: client)
        }
        // WebDriver's commands may carry files.
        let server = try await BrowserPlace.serve(
            at: address, place, bodyLimit: 64 << 20, head: { proxy.answer(toHeadOf: $0) }
        ) { await proxy.respond(to: $0) }
        try Console.standard.result(
            json ? JSON.object(["url": .string(place.url)]).serialized() : "Proxy ready at \(place.url)")
        for await _ in terminations { break }
        try await server.stop()
        try? await client.shutdown()
    }

    /// Commands such as loading a page take minutes at most.
    private static let timeout = TimeAmount.minutes(10)
    private static let answerLimit = 64 << 20

    private static func send(
        _ method: String, _ url: String, _ body: [UInt8], by client: HTTPClient
    ) async throws -> WebDriverProxy.Answer {
        var request = HTTPClientRequest(url: url)
        request.method = .RAW(value: method)
        if method == "POST" {
            request.headers.add(name: "Content-Type", value: "application/json; charset=utf-8")
            request.body = .bytes(body)
        }
        let answer = try await client.execute(request, timeout: timeout)
        return WebDriverProxy.Answer(
            status: Int(answer.status.code),
            body: Array(try await answer.body.collect(upTo: answerLimit).readableBytesView))
    }
}
