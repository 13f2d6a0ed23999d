import APIClient
import PixSimulator
import Sandbox
import ToqueEncoding

@testable import Fleet

/// A fleet and the sandbox that it loads.
enum FleetSandbox {
    /// Made once: an RSA key takes a quarter of a second.
    private static let bankKey = try? BankKey(seed: "tests")

    static func run(
        _ journeys: String, _ body: (Fleet, SandboxServer) async throws -> Void
    ) async throws {
        var configuration = PixSimulator.Configuration()
        (configuration.durations.optionsDelay, configuration.durations.resultDelay) = (.zero, .zero)
        configuration.bankKey = bankKey
        try await run(
            journeys, provider: PixSimulator.provider(configuration), key: FleetKey(id: "sandbox", secret: "sandbox"),
            body)
    }

    static func run(
        _ journeys: String, provider: any SandboxProvider, key: FleetKey,
        _ body: (Fleet, SandboxServer) async throws -> Void
    ) async throws {
        var configuration = SandboxConfiguration()
        configuration.keys = [APIKey(id: key.id, secret: key.secret)]
        let server = try await SandboxServer(configuration, provider: provider)
        do {
            let fleet = try await fleet(journeys, server)
            try await body(fleet, server)
            await fleet.shutdown()
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    static func fleet(
        _ journeys: String, _ server: SandboxServer, store: FleetStore? = nil
    ) async throws -> Fleet {
        var file = try JourneyFile(parsing: Array("seed = \"s\"\npoll = \"10ms\"\n\(journeys)".utf8))
        file.target = ServerURL(server.url)
        return try await Fleet(file, access: FleetAccess(), store: store)
    }

    static func failures(_ turn: FleetTurn) -> [String] {
        turn.outcomes.compactMap { outcome in outcome.failure.map { "\(outcome.name): \($0)" } }
    }
}
