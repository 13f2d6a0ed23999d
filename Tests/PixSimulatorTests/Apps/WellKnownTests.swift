import Foundation
import PixSimulator
import Sandbox
import Testing
import ToqueEncoding

/// The files of `wellKnown`: checked at the start and when an app is added, and served unchanged.
@Suite struct WellKnownTests {
    private static let fingerprint = Array(repeating: "2A", count: 32).joined(separator: ":")
    private static let apple = #"{"webcredentials": {"apps": ["ABCDE12345.com.example.shop"]}}"#
    private static let ios: JSON = ["team_id": "ABCDE12345", "bundle_id": "com.example.shop", "domain": "loja.example"]
    private static let androidApp: JSON = [
        "package": "com.example.shop", "key_hash": .string(fingerprint), "domain": "loja.example",
    ]

    private static func android(
        relation: String = "delegate_permission/common.get_login_creds", package: String = "com.example.shop",
        fingerprint: String = fingerprint
    ) -> String {
        """
        [{"relation": ["\(relation)"], "target": {"namespace": "android_app", "package_name": "\(package)",
          "sha256_cert_fingerprints": ["\(fingerprint)"]}}]
        """
    }

    /// Runs the body against a simulator with a folder of these files.
    private func run(
        _ files: [String: String], database: SandboxStore.Location = .memory,
        _ body: (Simulation, String) async throws -> Void = { _, _ in }
    ) async throws {
        let folder = NSTemporaryDirectory() + "toque-wellknown-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        try await Simulation.run(database: database, configure: { $0.wellKnown = folder }) {
            try await body($0, folder)
        }
    }

    private func add(_ app: JSON, _ simulation: Simulation) async throws -> Simulation.Answer {
        try await simulation.send(
            "POST", "/_toque/apps/add", body: app.utf8, headers: [("Content-Type", "application/json")], key: nil)
    }

    @Test("The files are served unchanged, without a key")
    func servesFiles() async throws {
        let files = ["apple-app-site-association": Self.apple, "assetlinks.json": Self.android()]
        try await run(files) { simulation, _ in
            for (name, text) in files {
                let answer = try await simulation.send("GET", "/.well-known/\(name)", key: nil)
                #expect(answer.status == 200)
                #expect(answer.headers["content-type"] == "application/json")
                #expect(answer.text == text)
            }
            #expect(try await add(Self.ios, simulation).status == 200)
            #expect(try await add(Self.androidApp, simulation).status == 200)
        }
        try await Simulation.run { simulation in
            let absent = try await simulation.send("GET", "/.well-known/assetlinks.json", key: nil)
            #expect(absent.status == 404)
        }
    }

    @Test(
        "An app that its file lacks is refused with the file, the place, and what is missing",
        arguments: [
            (["assetlinks.json": android()], ios, ["apple-app-site-association: no such file"]),
            (
                ["apple-app-site-association": #"{"webcredentials": {"apps": ["ABCDE12345.com.example"]}}"#], ios,
                ["webcredentials.apps: ABCDE12345.com.example.shop is missing"]
            ),
            (["apple-app-site-association": apple], androidApp, ["assetlinks.json: no such file"]),
            (
                ["assetlinks.json": android(package: "com.example.other")], androidApp,
                ["package_name: com.example.shop is missing"]
            ),
            (
                ["assetlinks.json": android(fingerprint: String(fingerprint.dropLast()) + "B")], androidApp,
                ["[0].target.sha256_cert_fingerprints: \(fingerprint) is missing"]
            ),
            (
                ["assetlinks.json": android(relation: "delegate_permission/common.handle_all_urls")], androidApp,
                ["[0].relation: delegate_permission/common.get_login_creds is missing"]
            ),
        ] as [([String: String], JSON, [String])])
    func refusesAppsThatTheFilesLack(files: [String: String], app: JSON, parts: [String]) async throws {
        try await run(files) { simulation, folder in
            let refused = try await add(app, simulation)
            #expect(refused.status == 400)
            for part in parts + [folder] { #expect(refused.text.contains(part), "\(refused.text)") }
        }
    }

    @Test(
        "A file in a wrong form stops the start with the place in it",
        arguments: [
            ("apple-app-site-association", "{", "no JSON"),
            ("apple-app-site-association", "{}", "webcredentials: found nothing"),
            ("apple-app-site-association", #"{"webcredentials": {}}"#, "webcredentials.apps: found nothing"),
            (
                "apple-app-site-association", #"{"webcredentials": {"apps": ["com.example"]}}"#,
                "webcredentials.apps[0]: found \"com.example\""
            ),
            ("assetlinks.json", "{}", "found an object"),
            ("assetlinks.json", "[{}]", "[0].relation: found nothing"),
            ("assetlinks.json", #"[{"relation": [], "target": {"namespace": "ios"}}]"#, "[0].target.namespace"),
            (
                "assetlinks.json", android(fingerprint: fingerprint.lowercased()),
                "[0].target.sha256_cert_fingerprints[0]"
            ),
        ])
    func refusesWrongFiles(name: String, text: String, part: String) async throws {
        let error = await #expect(throws: WellKnownError.self) { try await run([name: text]) }
        #expect(error?.file.hasSuffix(name) == true)
        #expect(error.map { "\($0)".contains(part) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("A folder without the files, or a registered app that they lack, stops the start")
    func refusesAtTheStart() async throws {
        await #expect(throws: WellKnownError.self) { try await run([:]) }
        let file = try DatabaseFile()
        try await Simulation.run(database: file.location) { simulation in
            let added = try await add(Self.androidApp, simulation)
            #expect(added.status == 200)
        }
        let error = await #expect(throws: WellKnownError.self) {
            try await run(["apple-app-site-association": Self.apple], database: file.location)
        }
        #expect(error?.problem.contains("com.example.shop has to be in it") == true)
    }
}
