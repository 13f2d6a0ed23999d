import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

/// A kiosk and its shop.
struct KioskSandbox: ProviderSandbox {
    let server: SandboxServer
    let clock: ManualClock

    /// Runs the body against a kiosk and stops it afterwards.
    static func run(
        _ provider: KioskProvider = KioskProvider(), keys: [APIKey] = [KioskProvider.key],
        _ body: (KioskSandbox) async throws -> Void
    ) async throws {
        try await run(SandboxConfiguration(keys: keys), provider, body)
    }

    // MARK: The shop's backend

    func make(_ body: JSON = ["amount": "10.50"], key: APIKey = KioskProvider.key) async throws -> SandboxAnswer {
        try await signed("POST", "/payments", body.utf8, key: key)
    }

    func status(_ id: String) async throws -> JSON? {
        try await signed("GET", "/payments/\(id)", []).json["status"]
    }

    func signed(
        _ method: String, _ path: String, _ body: [UInt8], key: APIKey = KioskProvider.key,
        headers: [(String, String)] = []
    ) async throws -> SandboxAnswer {
        let signature = Hex.encode(HMAC.sha256(key: Array(key.secret.utf8), message: body))
        return try await send(
            method, path, body.isEmpty ? nil : body,
            headers: headers + [(KioskProvider.signature, "\(key.id):\(signature)")])
    }

    /// Makes a payment and returns its ID and its page's address.
    func payment(_ body: JSON = ["amount": "10.50"]) async throws -> (id: String, page: String) {
        let made = try await make(body)
        try #require(made.status == 201, "\(made.text)")
        return (try #require(made.json["id"]?.stringValue), try #require(made.json["page"]?.stringValue))
    }
}
