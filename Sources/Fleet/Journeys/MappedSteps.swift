import ToqueEncoding
import ToqueWebAuthn

/// The steps of ceremonies at the user's own backend, by the routes of the journey file.
struct MappedSteps {
    let map: RouteMap

    /// The value that an enrolled user has.
    static let enrolled = "registered at the backend"

    var session: [JourneyStep] {
        guard let route = map.session else { return [] }
        return [
            JourneyStep(route.name, needsThought: true) { (run) throws(StepFailure) in try await run.follow(route) }
        ]
    }

    var registration: [JourneyStep] {
        let options = map.registrationOptions
        return [
            JourneyStep(options.name, needsThought: true) { (run) throws(StepFailure) in
                run.state.values["registration options"] = try await run.follow(options)
            },
            JourneyStep(StepName.register, needsThought: true) { (run) throws(StepFailure) in
                try await run.register(try run.value("registration options", of: options.name), origin: run.plan.origin)
                guard let made = run.state.registration else { return }
                // Fails only for an attestation object that the device did not make.
                run.state.values["credential"] = (try? made.json()) ?? made.essentialJSON
            },
            JourneyStep(map.registration.name) { (run) throws(StepFailure) in
                try await run.follow(map.registration)
                run.enroll(as: Self.enrolled, by: try run.value("registration options", of: options.name))
            },
        ]
    }

    var signature: [JourneyStep] {
        let (options, route) = (map.signOptions, map.sign)
        return [
            JourneyStep(options.name, needsThought: true) { (run) throws(StepFailure) in
                run.state.values["sign options"] = try await run.unlessForgotten { () throws(StepFailure) in
                    try await run.follow(options)
                }
            },
            JourneyStep(StepName.sign, needsThought: true) { (run) throws(StepFailure) in
                if run.fault == .crashAndResume {
                    // After the crash, the app asks for options again, over a new connection.
                    run.state.values["sign options"] = try await run.follow(
                        options, suffix: run.suffix, isFresh: true)
                }
                try await run.sign(try run.value("sign options", of: options.name), origin: run.plan.origin)
                run.state.values["credential"] = run.state.assertion?.json()
            },
            JourneyStep(route.name) { (run) throws(StepFailure) in
                // A backend refuses with a status of its own choice.
                var route = route
                if run.isSpoiled { route.expect = BackendRoute.refusals }
                // Only the step that a fault reaches has it in its name.
                let sent = route
                try await run.unlessForgotten { () throws(StepFailure) in
                    try await run.follow(sent, suffix: run.suffix)
                }
            },
        ]
    }
}

extension JourneyRun {
    /// Has the user register again in the next journey if the backend refuses: it may have forgotten the user.
    @discardableResult
    func unlessForgotten(_ step: () async throws(StepFailure) -> JSON) async throws(StepFailure) -> JSON {
        do throws(StepFailure) {
            return try await step()
        } catch {
            if error == .recorded, BackendRoute.refusals.contains(lastStatus) {
                state.values[MappedSteps.enrolled] = nil
            }
            throw error
        }
    }

    /// Sends a route's request, and keeps what later requests need.
    /// - Parameter suffix: of the step's name.
    /// - Returns: the options in the answer; null without any.
    @discardableResult
    func follow(
        _ route: BackendRoute, suffix: String = "", isFresh: Bool = false
    ) async throws(StepFailure) -> JSON {
        // The user's own backend gets no key of the provider's.
        let request = try filled(route).with(plan.headers)
        let (options, kept) = try await send(
            request, named: route.name + suffix, expecting: route.expect, isFresh: isFresh,
            hiding: Array(route.keep.values)
        ) { (answer) throws(AnswerProblem) in
            let json = answer.json ?? .null
            var kept: [String: JSON] = [:]
            for (name, pointer) in route.keep {
                guard let value = pointer.value(in: json) else {
                    throw AnswerProblem("the answer has nothing at \(pointer.text)")
                }
                kept[name] = value
            }
            guard let options = route.options.value(in: json) else {
                throw AnswerProblem("the answer has nothing at \(route.options.text)")
            }
            return (options, kept)
        }
        for (name, value) in kept { state.keep(value, as: name) }
        return options
    }

    private func filled(_ route: BackendRoute) throws(StepFailure) -> FleetRequest {
        let template = RouteTemplate { [self] in value(ofPlace: $0) }
        do throws(RouteTemplate.Missing) {
            var request = FleetRequest(route.method, try template.fill(route.path, Self.segment))
            if let body = try route.body.map({ (body) throws(RouteTemplate.Missing) in try template.fill(body) }) {
                if route.isForm {
                    request = .post(request.path, form: (body.objectValue ?? [:]).map { ($0.name, $0.value.plain) })
                    request.method = route.method
                } else {
                    request.body = body.utf8
                    request.contentType = "application/json"
                }
            }
            for (name, value) in route.headers { request.headers.append((name, try template.fill(value))) }
            return request
        } catch {
            throw .needs(value: "{\(error.name)}", of: "an earlier route")
        }
    }

    /// A form's plus sign for a space is none in a path.
    private static func segment(_ text: String) -> String {
        FormURLEncoding.encode(text).replacing("+", with: "%20")
    }

    private func value(ofPlace name: String) -> JSON? {
        switch name {
        case "device": .int(device.number)
        case "user": .string("user-\(device.number)")
        case "risk-signals": .object(device.riskSignals)
        case let name: state.values[name]
        }
    }
}

extension JSON {
    /// A text as it is, other values as JSON.
    var plain: String { stringValue ?? serialized() }

    /// The text by which a secret would be seen; nil for what is none.
    var secretText: String? {
        switch self {
        case .string, .number: plain
        case .null, .bool, .array, .object: nil
        }
    }
}

extension UserState {
    /// Keeps what a backend gave. It may be a token, so reports do not show it.
    mutating func keep(_ value: JSON, as name: String) {
        values[name] = value
        secretNames.insert(name)
    }
}
