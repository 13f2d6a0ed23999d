import Testing
import ToqueCrypto
import ToqueEncoding

/// Ceremonies of the apps that a tenant registers, and of other apps.
@Suite struct AppTests {
    private static let hash = [UInt8](repeating: 0x2A, count: 32)
    private static let android = "android:apk-key-hash:" + Base64URL.encode(hash)
    private static let ios: JSON = ["team_id": "ABCDE12345", "bundle_id": "com.example.shop", "domain": "loja.example"]
    private static let androidApp: JSON = [
        "package": "com.example.shop", "key_hash": .string(Base64URL.encode(hash)), "domain": "loja.example",
    ]

    /// The enrollment after a device registered under an origin.
    private func enrollment(_ simulation: Simulation, origin: String) async throws -> JSON {
        var device = try TestDevice(seed: origin)
        let (id, options) = try await simulation.begunEnrollment()
        var ceremony = TestDevice.Ceremony()
        ceremony.origin = origin
        #expect(
            try await simulation.post("/enrollments/\(id)/confirm/", device.register(options, ceremony)).status == 204)
        simulation.clock.advance(by: .seconds(1))
        return try await simulation.enrollment(id)
    }

    private func apps(_ action: String, _ body: JSON = [:], _ simulation: Simulation) async throws -> Simulation.Answer
    {
        try await simulation.send(
            "POST", "/_toque/apps/\(action)", body: body.utf8, headers: [("Content-Type", "application/json")], key: nil
        )
    }

    @Test("Only ceremonies of registered apps succeed once an app is registered")
    func refusesOtherApps() async throws {
        try await Simulation.run { simulation in
            #expect(try await enrollment(simulation, origin: "https://belvo.com")["status"] == "SUCCEEDED")
            #expect(try await enrollment(simulation, origin: Self.android)["status"] == "FAILED")
            let added = try await apps("add", Self.androidApp, simulation)
            #expect(added.status == 200)
            #expect(added.json["id"] == "com.example.shop")
            #expect(added.json["origins"] == [.string(Self.android)])

            #expect(try await enrollment(simulation, origin: Self.android)["status"] == "SUCCEEDED")
            let web = try await enrollment(simulation, origin: "https://belvo.com")
            #expect(web["status"] == "FAILED")
            #expect(web["status_reason_code"] == "biometric_validation_error")
            let message = try #require(web["status_reason_message"]?.stringValue)
            #expect(message.hasPrefix("origin_not_allowed: app not registered: "))

            // The web origin of the RP ID belongs to its iOS apps.
            #expect(try await apps("add", Self.ios, simulation).json["id"] == "ABCDE12345.com.example.shop")
            let ios = "https://belvo.com"
            var device = try TestDevice(seed: "another")
            let (id, options) = try await simulation.begunEnrollment()
            #expect(try await simulation.post("/enrollments/\(id)/confirm/", device.register(options)).status == 204)
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.enrollment(id)["status"] == "SUCCEEDED", "\(ios)")
            #expect(try await apps("list", [:], simulation).json["apps"]?.arrayValue?.count == 2)
        }
    }

    @Test("A payment signed in an unregistered app fails")
    func refusesPaymentsOfOtherApps() async throws {
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            #expect(try await apps("add", Self.androidApp, simulation).status == 200)
            for (origin, status) in [("https://belvo.com", "FAILED"), (Self.android, "SUCCEEDED")] {
                let (id, options) = try await simulation.createIntent(enrollment)
                var ceremony = TestDevice.Ceremony()
                ceremony.origin = origin
                let body = try device.sign(options, signals: Simulation.signals, ceremony)
                #expect(try await simulation.post("/payment-intents/\(id)/authorize/", body).status == 204)
                simulation.clock.advance(by: .seconds(1))
                let intent = try await simulation.intent(id)
                #expect(intent["status"] == .string(status))
                let message = intent["failure_message"]?.stringValue
                #expect((message?.contains("app not registered") ?? false) == (status == "FAILED"))
            }
        }
    }

    @Test("A callback URL must be under the domain of a registered app")
    func refusesOtherCallbackURLs() async throws {
        try await Simulation.run { simulation in
            let elsewhere = Simulation.enrollmentBody(callback: "https://outra.example/volta")
            #expect(try await simulation.post("/enrollments/", elsewhere).status == 201)
            #expect(try await apps("add", Self.ios, simulation).status == 200)
            let refused = try await simulation.post("/enrollments/", elsewhere)
            #expect(refused.status == 400)
            #expect(refused.field == "details.callback_url")
            #expect(refused.text.contains("App not registered"))
            #expect(refused.headers["x-toque-assumed"] == "app-registration")
            for host in ["loja.example", "app.loja.example", "LOJA.example"] {
                let body = Simulation.enrollmentBody(callback: "https://\(host)/volta")
                #expect(try await simulation.post("/enrollments/", body).status == 201, "\(host)")
            }
            for host in ["aloja.example", "loja.example.org", "example"] {
                let body = Simulation.enrollmentBody(callback: "https://\(host)/volta")
                #expect(try await simulation.post("/enrollments/", body).status == 400, "\(host)")
            }
        }
    }

    @Test("Apps are in the state file, survive a restart, belong to a tenant, and can be removed")
    func keepsApps() async throws {
        let file = try DatabaseFile()
        var state = JSON.null
        try await Simulation.run(database: file.location) { simulation in
            #expect(try await apps("add", Self.ios, simulation).status == 200)
            #expect(try await apps("add", Self.ios, simulation).status == 409)
            state = try await simulation.get("/_toque/state").json
        }
        try await Simulation.run(database: file.location) { simulation in
            let ids = try await apps("list", [:], simulation).json["apps"]?.arrayValue?.map { $0["id"] }
            #expect(ids == ["ABCDE12345.com.example.shop"])
            let removed = try await apps("remove", ["id": "ABCDE12345.com.example.shop"], simulation)
            #expect(removed.status == 200)
            #expect(try await apps("list", [:], simulation).json["apps"] == [])
            #expect(try await apps("remove", ["id": "ABCDE12345.com.example.shop"], simulation).status == 404)
            let loaded = try await simulation.send(
                "PUT", "/_toque/state", body: state.utf8, headers: [("Content-Type", "application/json")], key: nil)
            #expect((200...204).contains(loaded.status))
            #expect(try await apps("list", [:], simulation).json["apps"]?.arrayValue?.count == 1)
            #expect(try await simulation.send("POST", "/_toque/reset", key: nil).status < 300)
            #expect(try await apps("list", [:], simulation).json["apps"] == [])
        }
    }

    @Test("A trigger uses a registered app")
    func triggersInTheNameOfAnApp() async throws {
        try await Simulation.run { simulation in
            let added = try await apps("add", Self.androidApp, simulation)
            #expect(added.status == 200)
            let payment = try await simulation.trigger("payment.succeeded")
            #expect(payment["status"] == "SUCCEEDED")
        }
    }

    @Test(
        "An app that is not one is refused with the member at fault",
        arguments: [
            ([:], "team_id"), (["domain": "loja.example"], "team_id"),
            (["team_id": "ABCDE12345", "domain": "loja.example"], "bundle_id"),
            (["bundle_id": "com.example", "domain": "loja.example"], "team_id"),
            (["team_id": "abcde12345", "bundle_id": "com.example", "domain": "a.example"], "team_id"),
            (["team_id": "ABCDE1234", "bundle_id": "com.example", "domain": "a.example"], "team_id"),
            (["team_id": "ABCDE12345", "bundle_id": "com..example", "domain": "a.example"], "bundle_id"),
            (["team_id": "ABCDE12345", "bundle_id": "com.example"], "domain"),
            (["team_id": "ABCDE12345", "bundle_id": "com.example", "domain": "example"], "domain"),
            (["team_id": "ABCDE12345", "bundle_id": "com.example", "domain": "10.0.0.1"], "domain"),
            (["team_id": "ABCDE12345", "bundle_id": "com.example", "domain": "com.br"], "domain"),
            (["team_id": "ABCDE12345", "bundle_id": "com.example", "domain": "https://a.example.:8443/x"], "domain"),
            (["team_id": "ABCDE12345", "bundle_id": "com.example", "domain": "http://a.example/x"], "domain"),
            (["team_id": "ABCDE12345", "bundle_id": "com.example", "domain": "a.example:1"], "domain"),
            (["package": "com.example", "domain": "a.example"], "key_hash"),
            (["key_hash": "x", "domain": "a.example"], "package"),
            (["package": "shop", "key_hash": "x", "domain": "a.example"], "package"),
            (["package": "com.1shop", "key_hash": "x", "domain": "a.example"], "package"),
            (["package": "com.example", "key_hash": "x", "domain": "a.example"], "key_hash"),
            (["package": "com.example", "key_hash": "", "domain": "a.example"], "key_hash"),
            (["package": "com.example", "team_id": "ABCDE12345", "domain": "a.example"], "team_id"),
            (["app": "com.example"], "app"), (["team_id": 1], "team_id"),
        ] as [(JSON, String)])
    func refusesWrongApps(body: JSON, field: String) async throws {
        try await Simulation.run { simulation in
            let refused = try await apps("add", body, simulation)
            #expect(refused.status == 400, "\(refused.text)")
            #expect(refused.json["field"]?.stringValue == field, "\(refused.text)")
            #expect(try await apps("list", [:], simulation).json["apps"] == [])
        }
    }

    @Test("A key hash is read as base64url, base64, and as keytool prints it, and a SHA-1 is told apart")
    func readsKeyHashes() async throws {
        let hex = Hex.encode(Self.hash)
        let fingerprint = stride(from: 0, to: 64, by: 2).map { String(hex.dropFirst($0).prefix(2)).uppercased() }
            .joined(separator: ":")
        try await Simulation.run { simulation in
            for (index, text) in [hex, fingerprint, Base64URL.encode(Self.hash), Base64URL.encode(Self.hash) + "="]
                .enumerated()
            {
                var body = try #require(Self.androidApp.objectValue)
                body["package"] = .string("com.example.shop\(index)")
                body["key_hash"] = .string(text)
                #expect(try await apps("add", .object(body), simulation).json["origins"] == [.string(Self.android)])
            }
            var body = try #require(Self.androidApp.objectValue)
            body["key_hash"] = .string(String(fingerprint.prefix(59)))
            #expect(try await apps("add", .object(body), simulation).text.contains("this is a SHA-1"))
        }
    }
}
