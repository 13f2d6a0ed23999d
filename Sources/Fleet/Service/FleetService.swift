import LoadMeasurement
import NIOCore
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// Answers requests to a fleet's devices, one JSON object each (docs/fleet-protocol.md).
public final class FleetService: Sendable {
    private let fleet: Fleet

    /// - Parameter fleet: the devices and their users.
    public init(_ fleet: Fleet) { self.fleet = fleet }

    /// Runs tasks on the thread of an event loop.
    func executor(on loop: any EventLoop) -> LoopExecutor { fleet.executor(on: loop) }

    /// The longest request in bytes.
    public static let lineLimit = 1 << 20

    /// The answer to a longer one.
    static var tooLong: [UInt8] { refusal("the line is longer than 1 MiB").utf8 }

    /// Answers a line. A request that is no good gets an answer too.
    /// - Parameter line: without its end.
    public func answer(_ line: [UInt8]) async -> [UInt8] {
        let request: JSON
        do {
            request = try JSON(parsing: line, limits: .init(size: Self.lineLimit))
        } catch {
            return Self.refusal("the line is not JSON (\(error))").utf8
        }
        var answer = await answer(JSONReader(request))
        // Requests are answered in order, but callers may like to check.
        if let id = request["id"], var object = answer.objectValue {
            object["id"] = id
            answer = .object(object)
        }
        return answer.utf8
    }

    private func answer(_ request: JSONReader) async -> JSON {
        do {
            let what = try request.member("do", expected: "the name of a request").string()
            guard let verb = Verb(rawValue: what) else {
                throw FleetInputError(
                    "do", "\(what.quoted) is no request", unknown: what, known: Verb.allCases.map(\.rawValue))
            }
            try request.expectNoMembers(besides: verb.members.union(["do", "id"]))
            return try await perform(verb, request)
        } catch let error as FleetInputError {
            return Self.refusal(
                "\(error)", hint: error.known.isEmpty ? nil : "one of \(error.known.joined(separator: ", "))")
        } catch {
            return Self.refusal("\(error)")
        }
    }

    /// The requests, and the members of each.
    private enum Verb: String, CaseIterable {
        case devices, register, sign, step, journey, report
        case riskSignals = "risk-signals"

        var members: Set<String> {
            switch self {
            case .devices: ["first", "count"]
            case .riskSignals: ["device"]
            case .register, .sign: ["device", "fido_options", "origin", "fault"]
            case .step: ["device", "step", "journey", "fault", "scenario", "late_us"]
            case .journey: ["device", "journey", "late_us"]
            case .report: []
            }
        }
    }

    private func perform(_ verb: Verb, _ request: JSONReader) async throws -> JSON {
        switch verb {
        case .devices: return try await makeDevices(request)
        case .riskSignals: return ["ok": true, "risk_signals": .object(try user(request).device.riskSignals)]
        case .register:
            let (user, call) = (try user(request), try Ceremony(request))
            let (result, time) = await user.register(call.options, origin: call.origin, fault: call.fault)
            return try Self.credential(try result.get().json(), time)
        case .sign:
            let (user, call) = (try user(request), try Ceremony(request))
            let (result, time) = await user.sign(call.options, origin: call.origin, fault: call.fault)
            return try Self.credential(try result.get().json(), time)
        case .journey:
            let (user, start) = (try user(request), try Self.start(request))
            let kind = try request.optional("journey").map { try self.kind($0) }
            let turn =
                if let kind { await user.run(kind, from: start) } else { await user.run(from: start) }
            return Self.outcomes(turn)
        case .step: return try await takeStep(request)
        case .report: return ["ok": true, "unexpected": .array(fleet.unexpected.map(\.json))]
        }
    }

    private func makeDevices(_ request: JSONReader) async throws -> JSON {
        let first = try request.optional("first")?.int(in: 0...Self.deviceLimit) ?? 0
        let count =
            try request.optional("count")?.int(in: 1...1_000_000) ?? fleet.plan.file.deviceCount
            ?? request.member("count", expected: "the number of devices").int()
        let outcomes = await fleet.prepare(first..<first + count).outcomes
        return ["ok": true, "first": .int(first), "count": .int(count), "outcomes": .array(outcomes.map(\.json))]
    }

    private func takeStep(_ request: JSONReader) async throws -> JSON {
        let (user, start) = (try user(request), try Self.start(request))
        let member = try request.member("step", expected: "the name of a step")
        let name = try member.string()
        let kind = try request.optional("journey").map { try self.kind($0) }
        let scenario = try request.optional("scenario")?.lineText()
        guard let step = fleet.step(named: name, of: kind) else {
            throw FleetInputError(
                "step", "\(name.quoted) is no step of \(kind?.description ?? "a journey")", unknown: name,
                known: fleet.stepNames(of: kind))
        }
        let (turn, missing) = await user.step(
            step, fault: try Self.fault(request), scenario: scenario, from: start)
        if let missing { throw FleetInputError("step", missing) }
        return Self.outcomes(turn)
    }

    // MARK: Members

    static let deviceLimit = 1_000_000_000

    private func user(_ request: JSONReader) throws -> FleetUser {
        let device = try request.member("device", expected: "the number of a device")
        return fleet.user(try device.int(in: 0...Self.deviceLimit))
    }

    /// What both ceremonies are asked with.
    private struct Ceremony {
        let options: JSON
        let origin: Origin?
        let fault: DeviceFault?

        init(_ request: JSONReader) throws {
            options = .object(try request.member("fido_options", expected: "the options of a ceremony").object())
            origin = try request.optional("origin")?.origin()
            fault = try FleetService.fault(request)
        }
    }

    private static func fault(_ request: JSONReader) throws -> DeviceFault? {
        try request.optional("fault").map { try $0.choice() }
    }

    private func kind(_ member: JSONReader) throws -> JourneyKind {
        let name = try member.string()
        guard let kind = JourneyKind(name) else {
            throw FleetInputError(
                member.path, "\(name.quoted) is no journey", unknown: name,
                known: JourneyKind.allCases.map(\.description))
        }
        try fleet.plan.file.check(kind)
        return kind
    }

    /// The intended start: now, or so long ago.
    private static func start(_ request: JSONReader) throws -> ContinuousClock.Instant {
        let late = try request.optional("late_us")?.int(in: 0...3_600_000_000) ?? 0
        return .now - .microseconds(late)
    }

    // MARK: Answers

    private static func refusal(_ error: String, hint: String? = nil) -> JSON {
        var answer: JSONObject = ["ok": false, "error": .string(error)]
        answer["hint"] = hint.map(JSON.string)
        return .object(answer)
    }

    private static func credential(_ json: JSON, _ time: Duration) throws -> JSON {
        ["ok": true, "credential": json, "us": .int(time.microseconds)]
    }

    private static func outcomes(_ turn: FleetTurn) -> JSON {
        var answer: JSONObject = ["ok": true]
        answer["journey"] = turn.journey.map { .string($0.description) }
        answer["outcomes"] = .array(turn.outcomes.map(\.json))
        return .object(answer)
    }
}

extension StepOutcome {
    /// The form of the protocol.
    var json: JSON {
        ["name": .string(name), "us": .int(duration.microseconds), "bytes": .int(bytes), "failure": .text(failure)]
    }
}
