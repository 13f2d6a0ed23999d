import APIClient
import Dashboard
import PhonePages
import PixSimulator
import Sandbox
import Testing
import ToqueEncoding

/// A sandbox with phones, and a browser without JavaScript.
final class PhoneBrowser: Sendable {
    let server: SandboxServer
    let url: ServerURL
    private let phones: PhonePages
    private let transport: AsyncHTTPTransport
    /// For all tests: each sandbox would take its time to generate one.
    private static let bankKey = try? BankKey(seed: "phones")

    init(
        archive: PhoneArchive = .memory, database: SandboxStore.Location = .memory, controlToken: String? = nil,
        hasControl: Bool = true, frozenAt: Timestamp? = nil, optionsDelay: Duration = .zero
    ) async throws {
        transport = AsyncHTTPTransport(timeout: .seconds(60))
        var configuration = PixSimulator.Configuration()
        configuration.sandbox.database = database
        configuration.sandbox.control.token = controlToken
        configuration.sandbox.control.isEnabled = hasControl
        configuration.sandbox.frozenAt = frozenAt
        configuration.bankKey = Self.bankKey
        configuration.durations.optionsDelay = optionsDelay
        configuration.durations.resultDelay = .zero
        var pages = PhonePages.Configuration(keys: configuration.sandbox.keys, transport: transport)
        pages.archive = archive
        phones = PhonePages(pages)
        configuration.sandbox.control.pages = [Dashboard(), phones]
        server = try await PixSimulator.start(configuration)
        url = try #require(ServerURL(server.url))
    }

    func stop() async {
        await server.stop()
        await phones.close()
        await transport.shutdown()
    }

    func get(_ path: String, _ headers: [(name: String, value: String)] = []) async throws -> APIAnswer {
        try await transport.send(
            APIRequest(.get, path, headers: [("Accept", "text/html"), ("Accept-Language", "en")] + headers), to: url)
    }

    func post(
        _ path: String, _ fields: [(name: String, value: String)] = [],
        _ headers: [(name: String, value: String)] = []
    ) async throws -> APIAnswer {
        try await transport.send(
            APIRequest(
                .post, path, headers: [("Accept", "text/html"), ("Accept-Language", "en")] + headers,
                body: .form(fields)), to: url)
    }

    /// The text of a page.
    func page(_ path: String) async throws -> String { try await get(path).text }

    /// - Returns: the new phone's path.
    func add(_ name: String = "Phone", authenticator: String = "ios") async throws -> String {
        try #require(
            try await post("/device/phones", [("name", name), ("authenticator", authenticator)]).header("Location"))
    }

    /// Goes through the steps up to the bank's page.
    /// - Returns: its path.
    func askBank(_ phone: String, preset: String = "phone", facts: String = "", institution: Int = 1) async throws
        -> String
    {
        _ = try await post("\(phone)/signals", [("preset", preset), ("location", "allow"), ("facts", facts)])
        let number = String(repeating: "0", count: 3 - "\(institution)".count) + "\(institution)"
        _ = try await post(
            "\(phone)/bank",
            [
                ("customer", "20000000-0000-4000-8000-000000000001"),
                ("institution", "10000000-0000-4000-8000-000000000\(number)"),
            ])
        let found = try await page(phone).firstMatch(of: /href="http:\/\/[^\/]+(\/bank\/authorize\/[^"]+)"/)
        return String(try #require(found).1).replacing("&amp;", with: "&").replacing("&#x2F;", with: "/")
    }

    /// Decides at the bank, and comes back.
    func decide(_ decision: String, at bank: String) async throws {
        let location = try #require(try await post(bank, [("decision", decision)]).header("Location"))
        _ = try await get(String(location.dropFirst(server.url.count)))
    }

    func enroll(_ phone: String) async throws {
        try await decide("approve", at: askBank(phone))
        _ = try await post("\(phone)/register", [("gesture", "approve")])
    }

    func pay(_ phone: String, amount: String, gesture: String) async throws {
        _ = try await post(
            "\(phone)/pay",
            [("amount", amount), ("account", "30000000-0000-4000-8000-000000000001"), ("description", "Coffee")])
        _ = try await post("\(phone)/sign", [("gesture", gesture)])
    }
}

extension APIAnswer {
    var text: String { String(decoding: body, as: UTF8.self) }
}
