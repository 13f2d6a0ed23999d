import CTAP
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// A key, its model and a client that sends both the same random commands, repeatable with the same seed.
final class KeyWalk {
    enum Command {
        case make, get, getNext, tokenByPIN, tokenByFinger, setPIN, changePIN, toggleAlwaysUv, forceChange, reset
        case register, authenticate
        case enroll, wait, changeChannel, powerCycle
    }

    /// The command, the model's outcome and the key's outcome.
    struct Step: CustomStringConvertible {
        let command: Command
        let expected: KeyModel.Outcome
        let found: KeyModel.Outcome
        let details: String

        init(_ command: Command, _ expected: KeyModel.Outcome, _ found: KeyModel.Outcome, _ details: String = "") {
            self.command = command
            self.expected = expected
            self.found = found
            self.details = details
        }

        var description: String { "\(command) \(details)" }
    }

    private typealias Outcome = KeyModel.Outcome

    private static let rpIDs = ["a.example", "a.example", "a.example", "b.example"]
    private static let pins = ["1234", "2580"]
    private static let guesses = pins + ["0000", "1111", "1212", "1357", "4321", "4711"]

    private let bench: FingerprintBench
    private let random: SeededRandom
    private let hasForgotten: Bool
    private var model = KeyModel()
    /// Credential IDs by number, including deleted ones.
    private var ids: [Int: [UInt8]] = [:]
    /// Tokens by number, including void ones.
    private var tokens: [Int: Device.Token] = [:]

    private var device: Device { bench.device }

    init(seed: Int) async throws {
        random = SeededRandom(seed: "\(seed)")
        hasForgotten = seed.isMultiple(of: 4)
        bench = try await FingerprintBench(pin: false)
        model.now = device.uptime.now
        model.powerCycle()
    }

    // MARK: Choices

    private func number(below limit: Int) -> Int { random.bytes(2).reduce(0) { $0 << 8 | Int($1) } % limit }
    private func isChosen(oneIn count: Int = 2) -> Bool { number(below: count) == 0 }
    private func choice<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// Usually the newest.
    private func someToken() -> Int? {
        guard !tokens.isEmpty, isChosen() else { return nil }
        return isChosen(oneIn: 5) ? tokens.keys.sorted().first : model.newestToken
    }

    /// Usually the right PIN; otherwise a guess.
    private func somePIN() -> String {
        if hasForgotten { return choice(Self.guesses) }
        return isChosen(oneIn: 3) ? choice(Self.pins) : model.pin ?? Self.pins[0]
    }

    private func someCredentials() -> [Int] {
        ids.isEmpty ? [] : (0..<number(below: 3)).map { _ in choice(ids.keys.sorted()) }
    }

    private func somePermissions() -> PINUVAuthPermissions {
        choice([
            [.makeCredential, .getAssertion], [.makeCredential, .getAssertion], .getAssertion, .makeCredential,
            .authenticatorConfiguration, [.makeCredential, .getAssertion, .authenticatorConfiguration],
        ])
    }

    // MARK: Steps

    /// Sends one random command.
    func step() async throws -> Step {
        let gesture = choice(
            [.finger("thumb"), .finger("thumb"), .finger("index"), .finger("stranger"), .decline] as [UserGesture])
        bench.hand.will(gesture)
        model.gesture = gesture
        switch number(below: 20) {
        case 0..<4: return try await make()
        case 4..<7: return try await get()
        case 7..<10: return Step(.getNext, model.getNext(), try await signed { try await self.device.getNext() })
        case 10: return try await tokenByPIN()
        case 11, 12: return try await tokenByFinger()
        case 13: return try await u2f()
        case 14: return try await configure()
        case 15: return try await changePIN()
        case 16:
            return wait(choice([1, 1, 4, 4, 11, 20, 31, 601]))
        case 17: return power()
        case 18 where isChosen(oneIn: 4):
            return Step(.reset, model.reset(), try await done { _ = try await self.device.send(.reset) })
        default:
            let finger = choice(["thumb", "index"])
            guard !model.fingers.contains(finger), isChosen(oneIn: 3) else { return try await get() }
            model.enroll(finger)
            device.storage.save(FingerprintBench.fingerprint(finger))
            return Step(.enroll, .ok, .ok, finger)
        }
    }

    private func make() async throws -> Step {
        let rpID = choice(Self.rpIDs)
        let user: UInt8? = isChosen() ? UInt8(1 + number(below: 3)) : nil
        let (uv, protection) = (isChosen(oneIn: 3), UInt64(1 + number(below: 3)))
        let (exclude, token) = (isChosen(oneIn: 4) ? someCredentials() : [], someToken())
        let expected = model.make(
            rpID, user: user, uv: uv, protection: protection, exclude: exclude, token: token)
        let found = try await outcome {
            let made = try await self.device.make(
                .sample(
                    rpID: rpID, user: Sample.user(user ?? 9), exclude: exclude.compactMap { self.ids[$0] },
                    extensions: .init(credProtect: protection), options: .init(rk: user != nil, uv: uv),
                    token: token.flatMap { self.tokens[$0] }))
            self.ids[(self.ids.keys.max() ?? 0) + 1] = try made.credentialID
            return .made(try made.data.flags.intersection([.userPresent, .userVerified]))
        }
        return Step(.make, expected, found, "\(rpID) \(user ?? 0) uv=\(uv) \(protection) \(exclude) \(token ?? 0)")
    }

    private func get() async throws -> Step {
        let (rpID, allow) = (choice(Self.rpIDs), isChosen() ? someCredentials() : [])
        let (uv, up, token) = (isChosen(oneIn: 3), !isChosen(oneIn: 4), someToken())
        let expected = model.get(rpID, allow: allow, uv: uv, up: up, token: token)
        let found = try await signed {
            try await self.device.get(
                .sample(
                    rpID: rpID, allow: allow.compactMap { self.ids[$0] }, options: .init(up: up, uv: uv),
                    token: token.flatMap { self.tokens[$0] }))
        }
        return Step(.get, expected, found, "\(rpID) \(allow) uv=\(uv) up=\(up) \(token ?? 0)")
    }

    private func tokenByPIN() async throws -> Step {
        let (pin, permissions, rpID) = (somePIN(), somePermissions(), choice(Self.rpIDs))
        let expected = model.tokenByPIN(pin, permissions, rpID)
        let found = try await done {
            self.tokens[self.model.newestToken] = try await self.device.token(
                permissions, rpID: rpID, pin: pin, version: self.choice(PINUVAuthProtocol.allCases))
        }
        return Step(.tokenByPIN, expected, found, pin)
    }

    private func tokenByFinger() async throws -> Step {
        let (permissions, rpID) = (somePermissions(), choice(Self.rpIDs))
        let expected = model.tokenByFinger(permissions, rpID)
        let found = try await done {
            self.tokens[self.model.newestToken] = try await self.bench.tokenByFinger(
                permissions, rpID: rpID, version: self.choice(PINUVAuthProtocol.allCases))
        }
        return Step(.tokenByFinger, expected, found)
    }

    private func changePIN() async throws -> Step {
        let (old, new) = (somePIN(), choice(Self.pins))
        if isChosen() {
            return Step(.setPIN, model.setPIN(new), try await done { try await self.device.setPIN(new) })
        }
        return Step(
            .changePIN, model.changePIN(from: old, to: new),
            try await done { try await self.device.changePIN(from: old, to: new) })
    }

    private func configure() async throws -> Step {
        let token = someToken()
        let bytes = token.flatMap { tokens[$0] }
        if isChosen(oneIn: 3) {
            return Step(
                .toggleAlwaysUv, model.toggleAlwaysUv(token: token),
                try await done { try await self.device.configure(.toggleAlwaysUv, token: bytes) })
        }
        return Step(
            .forceChange, model.forceChange(token: token),
            try await done {
                try await self.device.configure(.setMinPINLength, .init(forceChangePin: true), token: bytes)
            })
    }

    private func u2f() async throws -> Step {
        let rpID = choice(Self.rpIDs)
        guard !ids.isEmpty, !isChosen(oneIn: 4) else {
            let expected = model.register(rpID)
            return Step(
                .register, expected,
                try await outcome {
                    let made = try await self.device.register(.sample(application: rpID))
                    self.ids[(self.ids.keys.max() ?? 0) + 1] = made.keyHandle
                    return .word(.noError)
                })
        }
        let (number, control) = (choice(ids.keys.sorted()), choice(U2FAuthenticate.Control.allCases))
        let expected = model.authenticate(rpID, number, control)
        let request = U2FAuthenticate.sample(ids[number] ?? [], control, application: rpID)
        return Step(
            .authenticate, expected,
            try await outcome {
                let signed = try await self.device.authenticate(request)
                return .signed(signed.isUserPresent ? .userPresent : [], by: number, of: 1)
            }, "\(number) \(control)")
    }

    private func power() -> Step {
        if isChosen() {
            device.key.channelChanged()
            model.changeChannel()
            return Step(.changeChannel, .ok, .ok)
        }
        device.key.powerCycle()
        model.powerCycle()
        return Step(.powerCycle, .ok, .ok)
    }

    private func wait(_ seconds: Int) -> Step {
        device.uptime.advance(by: .seconds(seconds))
        model.now = device.uptime.now
        return Step(.wait, .ok, .ok, "\(seconds)")
    }

    // MARK: Outcomes

    private func done(_ body: () async throws -> Void) async throws -> Outcome {
        try await outcome {
            try await body()
            return .ok
        }
    }

    private func outcome(_ body: () async throws -> Outcome) async throws -> Outcome {
        do {
            return try await body()
        } catch let status as CTAPStatus {
            return .status(status)
        } catch let word as U2FStatus {
            return .word(word)
        }
    }

    private func signed(_ body: () async throws -> AuthenticatorGetAssertion.Response) async throws -> Outcome {
        try await outcome {
            let assertion = try await body()
            let number = self.ids.first { $0.value == assertion.credential.id }?.key
            return .signed(
                try assertion.data.flags.intersection([.userPresent, .userVerified]), by: number ?? 0,
                of: assertion.numberOfCredentials ?? 1)
        }
    }
}
