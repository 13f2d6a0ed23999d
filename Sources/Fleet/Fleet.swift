import APIClient
import LoadMeasurement
import NIOCore
import NIOPosix
import NIOSSL
import SoftAuthenticator
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// The devices of one machine and their users, who follow the journeys of a file.
///
///     let fleet = try await Fleet(JourneyFile(parsing: bytes), access: FleetAccess(target: url))
///     let turn = await fleet.user(7).run(from: .now)
///     await fleet.shutdown()
public final class Fleet: Sendable {
    let plan: FleetPlan
    private let loops: [LoopExecutor]
    private let pools: [ConnectionPool]
    private let users = Mutex<[Int: FleetUser]>([:])

    /// - Parameters:
    ///   - file: what users do, and where.
    ///   - access: what the file must not say: keys, and the hosts that may get load.
    ///   - store: what devices keep between runs, with their seed; nil for nothing.
    ///   - onUnexpected: gets the first answer of each kind that no step expected.
    /// - Throws: `FleetInputError` if the file names no target or an unset variable, `TargetError` if its host is
    ///   neither loopback nor allowed, and errors of the machine's certificates.
    public init(
        _ file: JourneyFile, access: FleetAccess, store: FleetStore? = nil,
        onUnexpected: @escaping @Sendable (UnexpectedAnswer) -> Void = { _ in }
    ) async throws {
        guard let target = file.target else { throw FleetInputError("target", "missing") }
        let network = try FleetNetwork(policy: access.hosts, timeout: file.timeout, trusting: access.certificates)
        let server = try await network.admit(target)
        var headers: [(name: String, value: String)] = []
        let key = access.key ?? file.sandboxKey
        var secrets = key.secrets
        for (name, value) in file.headers {
            switch value {
            case .text(let text): headers.append((name, text))
            case .environment(let variable):
                guard let text = access.environment(variable), !text.isEmpty else {
                    throw FleetInputError("headers.\(name)", "the variable \(variable) is not set")
                }
                guard !text.unicodeScalars.contains(where: \.isControl) else {
                    throw FleetInputError("headers.\(name)", "the variable \(variable) has control characters")
                }
                headers.append((name, text))
                secrets.append(text)
            }
        }
        let seed = (store?.seed ?? file.seed).map(FleetSeed.init) ?? .random()
        plan = FleetPlan(
            file: file, target: server, network: network, unexpected: UnexpectedAnswers(onFirst: onUnexpected),
            seed: seed, rsaKeys: RSAKeys(seed), store: store,
            journeys: file.journeys.filter { $0.weight > 0 }.map { (Journey($0.kind, of: file), $0.weight) },
            kinds: Dictionary(uniqueKeysWithValues: JourneyKind.allCases.map { ($0, Journey($0, of: file)) }),
            headers: headers, pixHeaders: headers + [("Authorization", key.basic)], key: key, secrets: secrets)
        loops = Array(MultiThreadedEventLoopGroup.singleton.makeIterator()).map { LoopExecutor($0) }
        pools = loops.map { ConnectionPool($0.loop, network) }
    }

    /// Runs what many users share, such as their arrivals, on a thread that also has connections.
    public var executor: any TaskExecutor { loops[0] }

    /// Sleeps on that thread.
    public var clock: LoopClock { LoopClock(loop: loops[0].loop) }

    /// Runs tasks on the thread of an event loop.
    func executor(on loop: any EventLoop) -> LoopExecutor { loops.first { $0.loop === loop } ?? loops[0] }

    /// The user with a number, and with it the device: the same object each time.
    /// - Parameter number: 0 or more.
    public func user(_ number: Int) -> FleetUser {
        users.withLock { users in
            if let user = users[number] { return user }
            let place = Int(number.magnitude % UInt(loops.count))
            let user = FleetUser(number, plan, loops[place], pools[place])
            users[number] = user
            return user
        }
    }

    /// Makes users and their devices ahead, and enrolls those that a journey needs enrolled. If the task is canceled,
    /// begins no other user.
    public func prepare(_ numbers: Range<Int>) async -> FleetPreparation {
        await withTaskGroup(of: (outcomes: [StepOutcome], isReady: Bool).self) { group in
            var (preparation, waiting) = (FleetPreparation(), numbers[...])
            // As many at once as keep a server busy without a queue of thousands.
            for number in waiting.prefix(Self.preparedAtOnce) { group.addTask { await self.user(number).prepare() } }
            waiting = waiting.dropFirst(Self.preparedAtOnce)
            for await user in group {
                preparation.outcomes += user.outcomes
                preparation.ready += user.isReady ? 1 : 0
                guard !Task.isCancelled, let number = waiting.popFirst() else { continue }
                group.addTask { await self.user(number).prepare() }
            }
            return preparation
        }
    }

    private static let preparedAtOnce = 32

    /// The answers that no step expected, the most frequent first.
    public var unexpected: [UnexpectedAnswer] { plan.unexpected.all }

    /// Closes the connections. Journeys fail from now on.
    public func shutdown() async {
        for pool in pools { await pool.close() }
    }
}

/// What came of the preparation of users.
public struct FleetPreparation: Sendable {
    /// Of all enrollments.
    public fileprivate(set) var outcomes: [StepOutcome] = []
    /// Users that are ready.
    public fileprivate(set) var ready = 0
    /// The first failure.
    public var failure: StepOutcome? { outcomes.first { $0.failure != nil } }
}

/// What a journey file must not say.
public struct FleetAccess: Sendable {
    public var hosts: HostPolicy
    /// Trusted in addition to the machine's.
    public var certificates: [NIOSSLCertificate]
    /// The key of the provider's API; nil for the sandbox's.
    public var key: FleetKey?
    /// The value of a variable of the environment.
    public var environment: @Sendable (String) -> String?

    /// - Parameters:
    ///   - hosts: the hosts that may get load.
    ///   - certificates: trusted in addition to the machine's.
    ///   - key: of the provider's API; nil for the sandbox's.
    ///   - environment: the value of a variable.
    public init(
        hosts: HostPolicy = HostPolicy(), certificates: [NIOSSLCertificate] = [], key: FleetKey? = nil,
        environment: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.hosts = hosts
        self.certificates = certificates
        self.key = key
        self.environment = environment
    }
}

extension Fleet {
    /// The step with a name: of a kind of journey, or of the first journey that has it, the file's before others.
    func step(named name: String, of kind: JourneyKind?) -> JourneyStep? {
        journeys(of: kind).lazy.compactMap { $0.step(named: name) }.first
    }

    /// The names of all steps, each once.
    func stepNames(of kind: JourneyKind?) -> [String] {
        var names: [String] = []
        for name in journeys(of: kind).flatMap({ ($0.preparation + $0.steps).map(\.name) }) where !names.contains(name)
        {
            names.append(name)
        }
        return names
    }

    private func journeys(of kind: JourneyKind?) -> [Journey] {
        if let kind { return [plan.journey(kind)] }
        let others = JourneyKind.allCases.filter { kind in !plan.journeys.contains { $0.journey.kind == kind } }
        return plan.journeys.map(\.journey) + others.map(plan.journey)
    }
}
