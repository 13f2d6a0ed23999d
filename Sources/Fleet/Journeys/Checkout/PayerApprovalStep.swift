import APIClient
import ToqueEncoding
import WebAuthnClient

extension JourneyStep {
    /// The payer's approval on a page: what the page shows, the device's work, and the decision.
    /// - Parameters:
    ///   - path: the page's, without IDs.
    ///   - source: the step that brings the page's address, as the value `page`.
    static func approval(_ path: String, after source: String) -> JourneyStep {
        JourneyStep("POST \(path)", needsThought: true) { (run) throws(StepFailure) in
            let url = try run.text("page", of: source)
            let (server, page) = try await run.place(of: url, step: "GET \(path)")
            // All devices belong to the sandbox's one payer, and each has a passkey of its own.
            let target = run.state.hasPasskey ? page : "\(page)?passkey=new"
            let accept = [("Accept", "application/json")]
            let shown = try await run.send(
                FleetRequest.get(target).with(accept), named: "GET \(path)", to: server, expecting: [200],
                isFresh: run.fault == .crashAndResume
            ) { (answer) throws(AnswerProblem) in try answer.object() }
            var body: JSONObject = ["decision": "approve"]
            if let options = shown["registration"] {
                try await run.register(options, origin: server.url.pageOrigin)
                body["registration"] = run.state.registration?.essentialJSON
            }
            // Pages of a sandbox with --authorization button have none.
            if var options = shown["authentication"]?.objectValue {
                // The page lists the newest passkeys, of any device, that were there before.
                options["allowCredentials"] = nil
                try await run.sign(.object(options), origin: server.url.pageOrigin)
                body["authentication"] = run.state.assertion?.json()
            }
            let wanted = run.isSpoiled ? "refused" : "approved"
            try await run.send(
                FleetRequest.post(target, .object(body)).with(accept), named: "POST \(path)\(run.suffix)",
                to: server, expecting: [200]
            ) { (answer) throws(AnswerProblem) in try answer.object().expect(wanted, at: "outcome") }
            run.state.hasPasskey = true
            // No money moves.
            if run.isSpoiled { throw .ended }
        }
    }
}

extension ServerURL {
    /// The origin of pages: passkeys on this machine belong to `localhost`, whatever address the page has.
    fileprivate var pageOrigin: Origin? {
        let port = authority.port.map { ":\($0)" } ?? ""
        return try? Origin("\(scheme)://\(isLoopback ? "localhost" : authority.host)\(port)")
    }
}

extension JSON {
    /// - Throws: if the text at a path is another one.
    func expect(_ wanted: String, at path: String...) throws(AnswerProblem) {
        guard try isReached(wanted, at: path, from: [] as [String]) == true else { return }
    }

    /// True once the text at a path is as wanted; nil while it is one of those before it.
    func isReached(_ wanted: String, at path: [String], from earlier: [String]) throws(AnswerProblem) -> Bool? {
        let name = path.joined(separator: ".")
        guard let found = path.reduce(Optional(self), { $0?[$1] })?.stringValue else {
            throw AnswerProblem("the answer has no text \(name)")
        }
        if found == wanted { return true }
        guard earlier.contains(found) else {
            throw AnswerProblem("\(name) is \(found.escaped), expected \(wanted)", isOutcome: true)
        }
        return nil
    }
}

extension JourneyRun {
    /// A request to a checkout provider, which has its own form of the key.
    func checkout(
        _ request: FleetRequest, _ headers: [(name: String, value: String)] = [], scenario isPlayed: Bool = false
    ) -> FleetRequest {
        let request = request.with(headers).with(plan.headers)
        guard isPlayed, let scenario else { return request }
        return playing(scenario, request)
    }

    func currency(_ code: String) throws(StepFailure) -> Currency {
        guard let currency = Currency(code) else { throw .needs(value: "currency", of: code) }
        return currency
    }
}
