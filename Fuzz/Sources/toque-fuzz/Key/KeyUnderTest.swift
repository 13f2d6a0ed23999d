import SoftAuthenticator
import Synchronization
import ToqueCrypto

@testable import CTAP

/// A key, and a platform that performs the input's steps. After each step, `Expectations` checks the invariants.
final class KeyUnderTest {
    let storage: MemoryCredentialStore
    let person = Person()
    private let uptime = Uptime()
    private let random: SeededRandom
    private let key: any CTAPProcessor
    private var tokens = TokenWallet()
    /// The token of the current enumeration of RPs or credentials.
    private var enumerator: IssuedToken?
    private var powerUp: Duration
    private var expectations = Expectations()
    private(set) var known: [KnownCredential]
    /// The PIN, if the platform knows it.
    private var pin: String? = KeyTemplate.pin

    private final class Uptime: Sendable {
        private let time = Mutex<Duration>(.seconds(1000))
        var now: Duration { time.withLock { $0 } }
        func advance(seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
    }

    init(storage: MemoryCredentialStore, known: [KnownCredential]) {
        self.storage = storage
        self.known = known
        // The random values here must differ from the template's.
        random = SeededRandom(seed: "a platform and a key with \(known.count) credentials")
        let authenticator = SoftAuthenticator(
            profile: .fingerprintKey, storage: storage, random: random, uptime: { [uptime] in uptime.now },
            capacity: 8, openedKeys: 4)
        key = authenticator.ctapProcessor(interaction: person, userActionTimeout: nil)
        powerUp = uptime.now
    }

    /// Runs an input from libFuzzer.
    static func run(_ input: [UInt8]) {
        let template = KeyTemplate.shared
        let key = KeyUnderTest(storage: template.makeStorage(), known: template.known)
        for step in Step.sequence(input) { key.perform(step) }
    }

    func perform(_ step: Step) {
        let before = storage.pinState()?.retries
        let isPINRight = isPINRight
        var isRetryEarned = false
        switch KeyCode(step) {
        case .cbor: isRetryEarned = send(step)
        case .msg: sendU2F(step)
        case .token: isRetryEarned = requestToken(step) && isPINRight
        case .pin:
            setPIN(step)
            // Knowing the PIN restores all tries, even if setting the new one fails.
            isRetryEarned = isPINRight || before == nil
        case .gesture: person.choose(step.argument)
        case .time: uptime.advance(seconds: Int(step.argument))
        case .powerCycle:
            key.powerCycle()
            powerUp = uptime.now
            tokens.powerCycle()
            enumerator = nil
            expectations.powerCycle()
        case .channel: key.channelChanged()
        case .largeBlobs: writeLargeBlobs(step)
        }
        if let before, let after = storage.pinState()?.retries {
            require(after <= before || isRetryEarned, "PIN retries came back for nothing")
        }
        expectations.check(storage)
    }

    // MARK: - CTAP2

    /// - Returns: true for a reset.
    private func send(_ step: Step) -> Bool {
        let preparation = KeyCode.Preparation(rawValue: step.argument)
        var message = step.payload
        if preparation.contains(.resolve) { message = identifiers.resolve(message) }
        guard var command = try? CTAPCommand(decoding: message) else { return false }
        if preparation.contains(.encryptSalts) { command = encryptingSalts(command) }
        let token = preparation.contains(.authenticate) ? tokens.token(preparation.token) : nil
        if let token { command = Authentication.authenticate(command, with: token, at: uptime.now) }
        guard let response = carryOut(command, by: token) else { return false }
        let proof = Expectations.Proof(person: person, storage: storage, token: token, at: uptime.now)
        switch (command, response) {
        case (.makeCredential(let request), .makeCredential(let response)):
            known.append(expectations.check(response, to: request, proof))
        case (.getAssertion(let request), .getAssertion(let response)):
            expectations.check(response, to: request, proof, known)
        case (.getNextAssertion, .getAssertion(let response)):
            expectations.check(next: response, known, at: uptime.now)
        case (.credentialManagement(let request), _): checkEnumeration(request, by: token)
        case (.reset, _):
            require(uptime.now - powerUp <= .seconds(10), "a reset long after power-up")
            require(proof.isPresent, "a reset without a touch")
            require(
                storage.pinState() == nil && storage.credentials(rpID: nil).isEmpty, "a reset leaves something")
            pin = nil
            return true
        default: break
        }
        return false
    }

    /// An enumeration continues without pinUvAuthParam, but only while its first token is valid (CTAP 2.3 section 6).
    private func checkEnumeration(_ request: AuthenticatorCredentialManagement, by token: IssuedToken?) {
        switch AuthenticatorCredentialManagement.SubCommand(rawValue: request.subCommand) {
        case .enumerateRPsBegin, .enumerateCredentialsBegin: enumerator = token
        case .enumerateRPsGetNextRP, .enumerateCredentialsGetNextCredential:
            guard let enumerator else { fatalError("an enumeration goes on that nobody began") }
            enumerator.requireAlive(at: uptime.now)
        default: break
        }
    }

    /// - Parameter token: the token of pinUvAuthParam.
    /// - Returns: nil if the key refuses it.
    @discardableResult
    func carryOut(_ command: CTAPCommand, by token: IssuedToken? = nil) -> CTAPResponse? {
        let demand = TokenDemand(command, storage, known)
        let result = immediately { [key] () async -> Result<CTAPResponse, CTAPStatus> in
            do throws(CTAPStatus) {
                return .success(try await key.process(command) { _ in })
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let response):
            let bytes = response.encoded
            // libfido2 accepts no more, except for large blobs.
            if case .largeBlobs = response {} else { require(bytes.count < 2048, "an answer that is too long") }
            let read = try? CTAPResponse(decoding: [CTAPStatus.ok.rawValue] + bytes, for: command)
            require(read?.encoded == bytes, "an answer that platforms cannot read")
            demand?.check(token, at: uptime.now)
            tokens.note(command, response, storage)
            return response
        case .failure(let status):
            require(status != .ok && status != .other, "\(command) gives \(status)")
            return nil
        }
    }

    // MARK: - U2F

    private func sendU2F(_ step: Step) {
        var message = step.payload
        if KeyCode.Preparation(rawValue: step.argument).contains(.resolve) { message = identifiers.resolveU2F(message) }
        guard let command = try? U2FCommand(decoding: message) else { return }
        require((try? U2FCommand(decoding: command.encoded)) == command, "a request changes on its way")
        let result = immediately { [key] () async -> Result<U2FResponse, U2FStatus> in
            do throws(U2FStatus) {
                return .success(try await key.process(command))
            } catch {
                return .failure(error)
            }
        }
        guard case .success(let response) = result else { return }
        let read = try? U2FResponse(decoding: response.encoded + U2FStatus.noError.encoded, for: command)
        require(read == response, "an answer that hosts cannot read")
        let isPresent = person.gesture != .decline
        switch (command, response) {
        case (.register(let request), .register(let response)):
            known.append(expectations.check(response, to: request, isPresent: isPresent))
        case (.authenticate(let request), .authenticate(let response)):
            expectations.check(response, to: request, isPresent: isPresent, known)
        default: break
        }
    }

    // MARK: - Tokens and PINs

    /// True if the platform's PIN is the key's, which stores LEFT(SHA-256(PIN), 16).
    private var isPINRight: Bool {
        guard let pin, let verifier = try? storage.pinVerifier() else { return false }
        return verifier.constantTimeEquals(SecretBytes(copying: Digest.sha256(pin)[..<16]))
    }

    /// - Returns: true if the platform has sent its PIN.
    private func requestToken(_ step: Step) -> Bool {
        guard let first = step.payload.first else { return false }
        let way = KeyCode.Way(step.argument)
        let rpID = String(decoding: step.payload.dropFirst(), as: UTF8.self)
        let request = TokenRequest(
            version: step.argument & 1 == 0 ? .one : .two, way: way, permissions: .init(rawValue: UInt64(first)),
            rpID: rpID.isEmpty ? nil : rpID, pin: pin ?? KeyTemplate.pin)
        let isPINRight = isPINRight
        let isFingerEnrolled = person.hasFinger(in: storage)
        let sendsPIN = way == .pin || way == .legacy
        guard let issued = request.perform(on: self, random: random, at: uptime.now) else { return sendsPIN }
        switch way {
        case .wrongPIN: fatalError("a wrong PIN gives a token")
        case .fingerprint: require(isFingerEnrolled, "a finger that is not enrolled gives a token")
        case .pin, .legacy: require(isPINRight, "a PIN that is not the key's gives a token")
        }
        tokens.add(issued)
        return sendsPIN
    }

    private func setPIN(_ step: Step) {
        // For the key, everything after a zero is padding.
        let new = String(decoding: step.payload.prefix(63).prefix { $0 != 0 }, as: UTF8.self)
        let isAllowed = pin == nil || isPINRight
        let request = PINRequest(version: step.argument & 1 == 0 ? .one : .two, current: pin, new: new)
        guard request.perform(on: self, random: random) else { return }
        require(isAllowed, "a PIN is changed by who does not know it")
        require(new.unicodeScalars.count >= 4, "a PIN that is too short")
        pin = new
        require(isPINRight, "the PIN is another one than was set")
    }

    private func writeLargeBlobs(_ step: Step) {
        let array = SerializedLargeBlobArray.serialize(step.payload)
        let fragment = 960
        let token = tokens.token(KeyCode.Preparation(rawValue: step.argument).token)
        for offset in stride(from: 0, to: array.count, by: fragment) {
            let command = AuthenticatorLargeBlobs(
                set: Array(array[offset...].prefix(fragment)), offset: UInt64(offset),
                length: offset == 0 ? UInt64(array.count) : nil)
            guard let token else { return }
            let authenticated = Authentication.authenticate(.largeBlobs(command), with: token, at: uptime.now)
            guard carryOut(authenticated, by: token) != nil else { return }
        }
        require(storage.largeBlobArray() == array, "what was written is not what is stored")
    }

    // MARK: - Parts that an input cannot contain

    private var identifiers: Identifiers { Identifiers(credentials: known, fingerprints: storage.fingerprints()) }

    private func encryptingSalts(_ command: CTAPCommand) -> CTAPCommand {
        switch command {
        case .makeCredential(var request):
            request.extensions.hmacSecretMC = request.extensions.hmacSecretMC.flatMap {
                TokenRequest.encryptedSalts($0, on: self, random: random)
            }
            return .makeCredential(request)
        case .getAssertion(var request):
            request.extensions.hmacSecret = request.extensions.hmacSecret.flatMap {
                TokenRequest.encryptedSalts($0, on: self, random: random)
            }
            return .getAssertion(request)
        default: return command
        }
    }
}

/// Runs asynchronous work that never has to wait, and returns its value.
private func immediately<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let result = Immediate<Value>()
    Task.immediate {
        let value = await body()
        result.value.withLock { $0 = value }
    }
    guard let value = result.value.withLock({ $0 }) else { fatalError("a request waits though nobody is awaited") }
    return value
}

private final class Immediate<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
