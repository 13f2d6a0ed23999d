import Testing
import ToqueCrypto
import ToqueEncoding

@testable import Fleet

/// The journey file's reader and its schema.
@Suite struct JourneyFileTests {
    /// Every member, once.
    static let whole = """
        target = "https://shop.example/api"
        seed = "rehearsal"
        devices = 12
        profile = "lab"
        origin = "https://shop.example"
        timeout = "5s"
        poll = "100ms"
        poll-timeout = "1m"
        [journeys]
        enroll-and-pay = 1
        pay = 0.5
        browse = 2
        "checkout:yuno" = 1
        "checkout:ecommpay" = 0
        "checkout:placetopay" = 0
        "checkout:takeme" = 0
        webauthn = 3
        [think]
        uniform = ["1s", "2s"]
        [faults]
        bad-signature = 0.1
        replay = 0.1
        decline = 0.1
        crash-and-resume = 0.1
        [scenarios]
        slow = 0.25
        [pix]
        customer = "c"
        institution = "i"
        beneficiary = "b"
        amounts = ["1.00", 2.5]
        callback-url = "https://shop.example/back"
        [headers]
        X-Plain = "text"
        X-Key = { env = "SHOP_KEY" }
        [routes.session]
        method = "PUT"
        path = "/session/{user}"
        name = "session"
        headers = { X-Device = "{device}" }
        body = { name = "{user}", signals = "{risk-signals}" }
        form = true
        expect = [201]
        options = "/a~1b/0"
        keep = { token = "/token" }
        [routes.registration-options]
        path = "/options"
        headers = { Authorization = "Bearer {token}" }
        [routes.registration]
        path = "/register"
        body = { credential = "{credential}" }
        [routes.sign-options]
        path = "/sign-options"
        [routes.sign]
        path = "/sign"
        body = { signature = "{credential/response/signature}" }
        [[browse]]
        path = "/products?page=1"
        name = "products"
        expect = [200, 304]
        """

    @Test("A file with every member is read, and the schema has no other members")
    func everyMember() throws {
        let file = try JourneyFile(parsing: Array(Self.whole.utf8))
        #expect(file.target?.description == "https://shop.example/api")
        #expect(file.seed == "rehearsal" && file.deviceCount == 12 && file.profile.name == "lab")
        #expect(file.timeout == .seconds(5) && file.pollInterval == .milliseconds(100))
        #expect(file.journeys.map { "\($0.kind)" } == JourneyKind.allCases.map(\.description))
        #expect(file.think == .uniform(.seconds(1), .seconds(2)))
        #expect(file.faults.map(\.fault) == DeviceFault.allCases)
        #expect(file.scenarios.map(\.name) == ["slow"])
        #expect(file.pix.amounts.map(\.description) == ["1.00", "2.50"])
        #expect(file.headers.map(\.value) == [.environment("SHOP_KEY"), .text("text")])
        let session = try #require(file.routes?.session)
        #expect(session.name == "PUT session" && session.isForm && session.expect == [201])
        #expect(file.routes?.sign.name == "POST /sign")
        #expect(session.options.text == "/a~1b/0")
        #expect(file.browse.map(\.name) == ["GET products"])
        // Every name that the schema has stands in the file above.
        for schema in [JourneySchema.file, JourneySchema.routes, JourneySchema.route, JourneySchema.browseRoute] {
            for name in schema.memberNames { #expect(Self.whole.contains(name), "\(name)") }
        }
    }

    @Test("JSON gives the same as TOML")
    func json() throws {
        let text = #" {"devices": 3, "journeys": {"pay": 1}, "think": {"fixed": "1s"}}"#
        let file = try JourneyFile(parsing: Array(text.utf8))
        #expect(file.deviceCount == 3 && file.think == .fixed(.seconds(1)))
        #expect(file.journeys.map { "\($0.kind)" } == ["pay"])
    }

    @Test("The example is a journey file")
    func example() throws {
        let file = try JourneyFile(parsing: Array(JourneyFile.example.utf8))
        #expect(file.journeys.count == 3 && file.faults.count == 4)
    }

    @Test(
        "An error names the member, and what is known for an unknown name",
        arguments: [
            ("devises = 3", "devises: unknown name", "devices"),
            ("[journeys]\nbuy = 1", "journeys.buy: unknown name", "pay"),
            ("[faults]\nreplays = 1", "faults.replays: unknown name", "replay"),
            ("[routes.session]\npaht = \"/\"", "routes.session.paht: unknown name", "path"),
            ("profile = \"iso\"", "profile: \"iso\" is none of its values", "ios"),
            (
                "[think]\nuniform = [\"2s\", \"1s\"]",
                "think.uniform: found an array, expected two times, the shorter first", nil
            ),
            (
                "[think]\nfixed = \"1s\"\nexponential = \"1s\"",
                "think: found an object, expected exactly one of fixed, uniform and exponential", nil
            ),
            ("[faults]\nreplay = 0.6\ndecline = 0.6", "faults: the shares are together more than 1", nil),
            ("[journeys]\npay = 0", "journeys: no journey has a weight above 0", nil),
            ("[journeys]\nwebauthn = 1", "journeys.webauthn: needs routes; add the section routes", nil),
            ("timeout = \"soon\"", "timeout: found \"soon\", expected a time such as 250ms or 1m30s", nil),
            ("target = \"ftp://a\"", "target: found \"ftp://a\", expected http://HOST:PORT or https://HOST", nil),
            (
                "target = \"http://u:hunter2@127.0.0.1\"",
                "target: found a URL with user information, expected http://HOST:PORT or https://HOST", nil
            ),
            (
                "target = \"http://127.0.0.1/?token=hunter2\"",
                "target: found a URL with a query or a fragment, expected http://HOST:PORT or https://HOST", nil
            ),
            (
                "origin = \"shop.example\"",
                "origin: found \"shop.example\", expected https://HOST or android:apk-key-hash:HASH", nil
            ),
            ("poll = \"0s\"", "poll: found \"0s\", expected a time above 0, such as 10s", nil),
            ("[]", "found an array, expected an object; a JSON file begins with {", nil),
            (
                "[scenarios]\npayment.slow = 0.1",
                "scenarios.payment: found an object, expected a number; quote the name \"payment.slow\"", nil
            ),
            ("[faults]\nreplay = -0.1", "faults.replay: found the number -0.1, expected a number from 0 to 1", nil),
            ("[headers]\nX-A = \"1\"\nx-a = \"2\"", "headers.x-a: the same header as X-A; leave one of them out", nil),
            (
                "[[browse]]\npath = \"//evil.example/x\"",
                "browse[0].path: found \"//evil.example/x\", expected a path that begins with one slash", nil
            ),
            (
                "[[browse]]\npath = \"/lists/{user}\"",
                "browse[0].path: found \"/lists/{user}\", expected a path without braces", nil
            ),
            ("[pix]\namounts = []", "pix.amounts: found an array, expected at least one amount", nil),
            ("[headers]\nX = { evn = \"A\" }", "headers.X.evn: unknown name", "env"),
            (
                "[headers]\n\"X Y\" = \"a\"",
                "headers.X Y: found \"X Y\", expected a header's name such as X-Shop-Key", nil
            ),
            (
                "[headers]\nhost = \"a\"",
                "headers.host: each request has a header of its own for this; leave it out", nil
            ),
            ("[faults]\nreplay = nan", "faults.replay: found nan or inf, expected a number", nil),
            ("[pix]\namounts = [\"inf\", 1, -inf]", "pix.amounts[2]: found nan or inf, expected a number", nil),
            ("{\"devices\": 0}", "devices: found the number 0, expected an integer from 1 to 1000000", nil),
        ] as [(String, String, String?)])
    func errors(_ text: String, _ expected: String, _ known: String?) {
        let error = #expect(throws: FleetInputError.self) { try JourneyFile(parsing: Array(text.utf8)) }
        #expect(error?.description == expected)
        if let known { #expect(error?.known.contains(known) == true) }
    }

    @Test("A route with an unknown name is an error that lists the known ones")
    func unknownRoute() {
        let text = "[routes.sign-in]\npath = \"/\""
        let error = #expect(throws: FleetInputError.self) { try JourneyFile(parsing: Array(text.utf8)) }
        #expect(error?.description == "routes.sign-in: unknown name")
        #expect(error?.unknown == "sign-in")
        #expect(error?.known == RouteMap.names)
    }

    @Test("Text that is neither TOML nor JSON names its line")
    func syntax() {
        let toml = #expect(throws: FleetInputError.self) { try JourneyFile(parsing: Array("a = 1\nb = = 2".utf8)) }
        #expect(toml?.description.hasPrefix("line 2: the file is not TOML") == true)
        let json = #expect(throws: FleetInputError.self) { try JourneyFile(parsing: Array("{,".utf8)) }
        #expect(json?.description.hasPrefix("the file is not JSON (line 1") == true)
        #expect(throws: FleetInputError.self) { try JourneyFile(parsing: [0x61, 0xFF]) }
    }

    @Test("A byte order mark may come before TOML and before JSON")
    func mark() throws {
        for text in ["devices = 3", "{\"devices\": 3}"] {
            let file = try JourneyFile(parsing: [0xEF, 0xBB, 0xBF] + Array(text.utf8))
            #expect(file.deviceCount == 3)
        }
    }

    @Test("TOML that gets longer as JSON, and its other forms of integers, are read")
    func conversion() throws {
        // JSON escapes them.
        let tabs = String(repeating: "\t", count: 600_000)
        let whole = Self.whole.replacing("{ credential = ", with: "{ text = \"\(tabs)\", credential = ")
        let file = try JourneyFile(parsing: Array(whole.utf8))
        #expect(file.routes?.registration.body?["text"]?.stringValue == tabs)
        #expect(try JourneyFile(parsing: Array("devices = 0x10".utf8)).deviceCount == 16)
        let prices = Self.whole.replacing("{ credential = ", with: "{ prices = [0.1, 3], credential = ")
        let body = try JourneyFile(parsing: Array(prices.utf8)).routes?.registration.body
        #expect(body?["prices"]?.serialized() == "[0.1,3]")
    }

    @Test("No error names a line of a text that the user has not seen")
    func lines() {
        let (open, close) = (String(repeating: "[", count: 80), String(repeating: "]", count: 80))
        let deep = #expect(throws: FleetInputError.self) {
            try JourneyFile(parsing: Array("seed = \(open)1\(close)".utf8))
        }
        #expect(deep?.description == "the file's values are nested deeper than 64")
        let cut = #expect(throws: FleetInputError.self) {
            try JourneyFile(parsing: Array("devices = 3\nseed = \"\0\"\nb = = 2".utf8))
        }
        #expect(cut?.description == "line 2: the file is not TOML (it has a NUL character)")
    }

    @Test("A route sets none of the headers that each request has anyway")
    func ownHeaders() {
        let text = Self.whole.replacing("X-Device", with: "connection")
        let error = #expect(throws: FleetInputError.self) { try JourneyFile(parsing: Array(text.utf8)) }
        #expect(
            error?.description
                == "routes.session.headers.connection: each request has a header of its own for this; leave it out")
    }

    @Test(
        "A route's path has no loose brace, and its headers no variables",
        arguments: [
            (
                "\"/session/{user}\"", "\"/session/{user\"",
                "routes.session.path: found \"/session/{user\", expected braces around names alone, such as {user}"
            ),
            (
                "\"{device}\" }", "{ env = \"SHOP_KEY\" } }",
                "routes.session.headers.X-Device: found an object, expected a string; only the file's own headers "
                    + "take env"
            ),
        ])
    func routes(_ old: String, _ new: String, _ expected: String) {
        let text = Self.whole.replacing(old, with: new)
        let error = #expect(throws: FleetInputError.self) { try JourneyFile(parsing: Array(text.utf8)) }
        #expect(error?.description == expected)
    }

    @Test("A route's place without a value is an error that lists the known ones")
    func places() throws {
        let text = Self.whole.replacing("Bearer {token}", with: "Bearer {tokens}")
        let error = #expect(throws: FleetInputError.self) { try JourneyFile(parsing: Array(text.utf8)) }
        #expect(error?.description == "routes.registration-options: no earlier route keeps a value for {tokens}")
        #expect(error?.known == ["device", "risk-signals", "token", "user"])
    }

    @Test("Templates fill texts with texts, and whole places with values")
    func templates() throws {
        let values: [String: JSON] = ["device": 7, "credential": ["id": "abc", "list": [1, ["x/y": true]]]]
        let template = RouteTemplate { values[$0] }
        #expect(try template.fill("/a/{device}?b={}&c={ d }") == "/a/7?b={}&c={ d }")
        let filled = try template.fill(["{device}", "n{device}", "{credential/list/1/x~1y}", ["k": "{credential/id}"]])
        #expect(filled == [7, "n7", true, ["k": "abc"]])
        #expect(throws: RouteTemplate.Missing(name: "credential/none")) { try template.fill("{credential/none}") }
    }

    @Test("Think times stay within their bounds and repeat with their seed")
    func think() {
        var (random, again) = (UserDecisions(1), UserDecisions(1))
        let uniform = ThinkTime.uniform(.seconds(1), .seconds(2))
        var sum = Duration.zero
        for _ in 0..<2000 {
            let time = uniform.next(&random)
            #expect(time >= .seconds(1) && time <= .seconds(2))
            #expect(uniform.next(&again) == time)
            sum += ThinkTime.exponential(.seconds(1)).next(&random)
            _ = again.next()
        }
        // The mean of 2000 has a standard deviation of 2.2 %.
        #expect(sum > .seconds(1800) && sum < .seconds(2200))
    }
}
