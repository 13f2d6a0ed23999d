import CheckoutContracts
import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// One way through a payment, and what comes of it.
struct EcommpayOutcome: Sendable, CustomTestStringConvertible {
    /// What the person does where a page or the form asks.
    enum Person: String, Sendable {
        case approves, declines, closes
        case isRefused = "is refused"
        case isGone = "is gone"
    }

    var method: String? = "card"
    var action = EcommpayPaymentOptions.Action.sale
    var scenario: String?
    var person = Person.approves
    /// Goes by in the end.
    var clock = Duration.zero
    var isRetried = true
    let status: String
    let code: String?
    /// Statuses of the callbacks, in their order.
    let callbacks: [String]

    var testDescription: String {
        "\(method ?? "nothing"), \(action), \(scenario ?? "success"), \(person), \(clock): \(status)"
    }

    private static let challenged = ["processing", "awaiting 3ds result"]

    static let all: [EcommpayOutcome] = people + declines + detours + methods + holds

    private static let people: [EcommpayOutcome] = [
        .init(status: "success", code: "0", callbacks: challenged + ["success"]),
        .init(person: .declines, status: "decline", code: "301", callbacks: challenged + ["decline"]),
        .init(person: .isRefused, status: "decline", code: "104", callbacks: challenged + ["decline"]),
        .init(person: .closes, status: "decline", code: "301", callbacks: challenged + ["decline"]),
        .init(person: .isGone, status: "decline", code: "108", callbacks: challenged + ["decline"]),
        .init(method: nil, person: .isGone, status: "decline", code: "108", callbacks: ["decline"]),
        .init(method: nil, person: .closes, status: "decline", code: "301", callbacks: ["decline"]),
        .init(
            scenario: "payment.not_returned", status: "decline", code: "108", callbacks: challenged + ["decline"]),
        .init(
            scenario: "payment.cancelled_by_customer", status: "decline", code: "301",
            callbacks: challenged + ["decline"]),
    ]

    private static let declines: [EcommpayOutcome] = [
        ("payment.decline", "100"), ("payment.insufficient_funds", "10105"), ("payment.risk", "402"),
        ("payment.3ds_declined", "104"),
    ].map { .init(scenario: $0.0, status: "decline", code: $0.1, callbacks: ["processing", "decline"]) }

    private static let detours: [EcommpayOutcome] = [
        .init(scenario: "payment.challenge", status: "success", code: "0", callbacks: challenged + ["success"]),
        .init(scenario: "payment.frictionless", status: "success", code: "0", callbacks: ["processing", "success"]),
        .init(
            scenario: "payment.clarification", status: "success", code: "0",
            callbacks: ["processing", "awaiting clarification"] + challenged + ["success"]),
        .init(
            scenario: "payment.clarification", person: .isGone, status: "decline", code: "108",
            callbacks: ["processing", "awaiting clarification", "decline"]),
        .init(
            scenario: "payment.cascade", status: "success", code: "0",
            callbacks: ["processing", "awaiting customer", "processing", "success"]),
        .init(
            scenario: "payment.cascade_with_3ds", status: "success", code: "0",
            callbacks: ["processing", "awaiting customer"] + challenged + ["success"]),
        .init(
            scenario: "payment.cascade_with_3ds", person: .declines, status: "decline", code: "301",
            callbacks: ["processing", "awaiting customer"] + challenged + ["decline"]),
        .init(
            scenario: "payment.cascade", person: .isGone, isRetried: false, status: "decline", code: "108",
            callbacks: ["processing", "awaiting customer", "decline"]),
        .init(
            scenario: "never_answers", clock: .seconds(120), status: "decline", code: "100",
            callbacks: ["processing", "decline"]),
        .init(
            scenario: "payment.refunded", clock: .seconds(60), status: "refunded", code: "0",
            callbacks: challenged + ["success", "refunded"]),
    ]

    private static let methods: [EcommpayOutcome] = [
        .init(method: "neteller", status: "success", code: "0", callbacks: ["awaiting redirect result", "success"]),
        .init(
            method: "neteller", person: .declines, status: "decline", code: "301",
            callbacks: ["awaiting redirect result", "decline"]),
        .init(
            method: "qiwi", person: .isRefused, status: "decline", code: "104",
            callbacks: ["awaiting redirect result", "decline"]),
        .init(
            method: "webmoney", person: .isGone, status: "decline", code: "108",
            callbacks: ["awaiting redirect result", "decline"]),
    ]

    private static let holds: [EcommpayOutcome] = [
        .init(
            action: .auth, status: "awaiting capture", code: "0", callbacks: challenged + ["awaiting capture"]),
        .init(
            action: .auth, clock: .seconds(7 * 86_400), status: "cancelled", code: "0",
            callbacks: challenged + ["awaiting capture", "cancelled"]),
        .init(
            action: .auth, scenario: "payment.cancelled", clock: .seconds(60), status: "cancelled", code: "0",
            callbacks: challenged + ["awaiting capture", "cancelled"]),
        .init(
            action: .auth, person: .declines, status: "decline", code: "301", callbacks: challenged + ["decline"]),
        .init(action: .verify, status: "success", code: "0", callbacks: challenged + ["success"]),
        .init(
            action: .verify, scenario: "payment.decline", status: "decline", code: "100",
            callbacks: ["processing", "decline"]),
    ]
}

@Suite struct EcommpayOutcomeTests {
    @Test("Each way through a payment has its status, code and callbacks", arguments: EcommpayOutcome.all)
    func outcome(_ outcome: EcommpayOutcome) async throws {
        try await EcommpaySandbox.run { sandbox in
            let session = try await sandbox.session(
                EcommpaySandbox.options(action: outcome.action), scenario: outcome.scenario)
            if let method = outcome.method {
                var body: JSONObject = ["method": .string(method)]
                if method == "card" { body["token"] = "tok_success" }
                let paid = try await sandbox.post("\(session)/pay", .object(body))
                #expect(paid.status == 200, "\(paid.text)")
            }
            try await goOn(outcome, session, sandbox)
            sandbox.clock.advance(by: outcome.clock)
            let shown = try await sandbox.send("GET", session).json
            #expect(shown["payment"]?["status"]?.stringValue == outcome.status)
            #expect(shown["operation"]?["code"]?.stringValue == outcome.code)
            let status = try await sandbox.status()
            #expect(status["payment"]?["status"] == shown["payment"]?["status"])
            let callbacks = try await sandbox.callbacks()
            #expect(callbacks.map { $0["payment"]?["status"]?.stringValue } == outcome.callbacks)
            // What ended is what the last callback tells.
            #expect(callbacks.last?["operation"] == shown["operation"])
            #expect(callbacks.last?["payment"]?["sum"] == shown["payment"]?["sum"])
        }
    }

    /// The person does what is asked of them, until nothing is.
    private func goOn(_ outcome: EcommpayOutcome, _ session: String, _ sandbox: EcommpaySandbox) async throws {
        for _ in 0..<12 {
            sandbox.clock.advance(by: .seconds(1))
            let shown = try await sandbox.send("GET", session).json
            switch shown["payment"]?["status"]?.stringValue {
            case "awaiting 3ds result", "awaiting redirect result":
                let page = shown["acs_url"]?.stringValue ?? shown["redirect_url"]?.stringValue
                try await decide(outcome.person, on: try #require(page), session, sandbox)
            case "awaiting clarification":
                if outcome.person == .isGone { sandbox.clock.advance(by: .seconds(1800)) }
                let names = try #require(shown["clarification_fields"]?.arrayValue)
                var fields = JSONObject()
                for name in names { fields[name["name"]?.stringValue ?? ""] = "x" }
                _ = try await sandbox.post("\(session)/clarification", ["fields": .object(fields)])
            case "awaiting customer" where shown["cascading_with_redirect"] == true:
                if outcome.isRetried {
                    #expect(try await sandbox.send("POST", "\(session)/retry").status == 200)
                } else {
                    sandbox.clock.advance(by: .seconds(1800))
                }
            case "awaiting customer":
                // Nothing was chosen.
                if outcome.person == .closes {
                    #expect(try await sandbox.send("POST", "\(session)/cancel").status == 200)
                } else {
                    sandbox.clock.advance(by: .seconds(1800))
                }
            default:
                if outcome.scenario != "never_answers" { return }
            }
        }
    }

    private func decide(
        _ person: EcommpayOutcome.Person, on page: String, _ session: String, _ sandbox: EcommpaySandbox
    ) async throws {
        switch person {
        case .approves: #expect(try await sandbox.approve(page).json["outcome"] == "approved")
        case .declines: #expect(try await sandbox.decline(page).json["outcome"] == "declined")
        case .isRefused:
            #expect(try await sandbox.approve(page, .init(tamperSignature: true)).json["outcome"] == "refused")
        case .closes: #expect(try await sandbox.send("POST", "\(session)/cancel").status == 200)
        case .isGone: sandbox.clock.advance(by: .seconds(1800))
        }
    }
}
