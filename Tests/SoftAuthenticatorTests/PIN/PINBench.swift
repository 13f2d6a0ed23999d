import CTAP
import Synchronization
import Testing
import ToqueCrypto

@testable import SoftAuthenticator

/// An authenticator's PIN and credential management, with a platform that uses them.
final class PINBench {
    typealias Command = AuthenticatorClientPIN

    static let pin = "1234"
    static let newPIN = "56789"

    let storage: any CredentialStorage
    let uptime = Uptime()
    let random = SeededRandom(seed: "a platform and an authenticator")
    var state: PINUVAuthState
    var management = CredentialManagementState()
    var capacity = 100
    /// The options of a key without a sensor.
    var grantable: PINUVAuthPermissions = .defined.subtracting(.bioEnrollment)

    /// - Parameter pin: The PIN that is set; nil for a key without one.
    init(pin: String? = PINBench.pin, storage: any CredentialStorage = MemoryCredentialStore()) throws {
        self.storage = storage
        state = PINUVAuthState(random: random, uptime: uptime.now)
        if let pin { try send(command(.setPIN, newPIN: Self.pad(pin))) }
    }

    func powerCycle() {
        state = PINUVAuthState(random: random, uptime: uptime.now)
        management = CredentialManagementState()
    }

    @discardableResult
    func send(_ command: Command) throws -> Command.Response {
        try state.clientPIN(command, storage: storage, grantable: grantable)
    }

    // Tests read these members here, because expectations cannot hold noncopyable values.
    var isTokenAlive: Bool { state.isTokenAlive }
    var isUserPresent: Bool { state.isUserPresent }
    var tokenGeneration: Int { state.tokenGeneration }
    var permissionsRPID: String? { state.permissionsRPID }

    /// The stored hash of the PIN.
    var verifier: [UInt8] {
        get throws {
            guard let verifier = try storage.pinVerifier() else { return [] }
            return verifier.withUnsafeBytes { Array($0) }
        }
    }

    // MARK: The platform

    /// The secret that the platform shares with the authenticator.
    final class Exchange {
        let shared: PINUVAuthSharedSecret.Encapsulation

        init(_ bench: PINBench, _ version: PINUVAuthProtocol) throws {
            let answer = try bench.send(Command(.getKeyAgreement, pinUvAuthProtocol: version.number))
            shared = try PINUVAuthSharedSecret.encapsulate(
                to: #require(answer.keyAgreement), protocol: version, random: bench.random)
        }
    }

    func exchange(_ version: PINUVAuthProtocol = .two) throws -> Exchange { try Exchange(self, version) }

    /// Sends a subcommand with all of its parameters.
    /// - Parameters:
    ///   - newPIN: The plaintext of the new PIN.
    ///   - exchange: An earlier exchange; nil makes a new one.
    func command(
        _ subCommand: Command.SubCommand, pin: String = PINBench.pin, newPIN: [UInt8] = PINBench.pad(PINBench.newPIN),
        _ version: PINUVAuthProtocol = .two, permissions: PINUVAuthPermissions? = nil, rpID: String? = nil,
        exchange: Exchange? = nil
    ) throws -> Command {
        let exchange = try exchange ?? self.exchange(version)
        var command = Command(
            subCommand, pinUvAuthProtocol: version.number, keyAgreement: exchange.shared.platformKey,
            permissions: permissions,
            rpID: rpID)
        if subCommand != .setPIN {
            let hash = SecretBytes(copying: Digest.sha256(pin)[..<16])
            command.pinHashEnc = try exchange.shared.secret.encrypt(hash, random: random)
        }
        if subCommand == .setPIN || subCommand == .changePIN {
            let newPinEnc = try exchange.shared.secret.encrypt(SecretBytes(copying: newPIN), random: random)
            command.newPinEnc = newPinEnc
            command.pinUvAuthParam = exchange.shared.secret.authenticate(newPinEnc + (command.pinHashEnc ?? []))
        }
        return command
    }

    /// A platform's token.
    final class Token {
        let version: PINUVAuthProtocol
        let value: SecretBytes

        init(_ version: PINUVAuthProtocol, _ value: consuming SecretBytes) {
            self.version = version
            self.value = value
        }

        var bytes: [UInt8] { value.withUnsafeBytes { Array($0) } }

        func sign(_ message: [UInt8]) -> [UInt8] { version.authenticate(token: value, message: message) }
    }

    /// Returns a token from getPinUvAuthTokenUsingPinWithPermissions; without permissions, from getPinToken.
    func token(
        _ permissions: PINUVAuthPermissions?, rpID: String? = nil, _ version: PINUVAuthProtocol = .two,
        pin: String = PINBench.pin
    ) throws -> Token {
        let exchange = try exchange(version)
        let answer = try send(
            command(
                permissions == nil ? .getPinToken : .getPinUvAuthTokenUsingPinWithPermissions, pin: pin, version,
                permissions: permissions, rpID: rpID, exchange: exchange))
        return Token(version, try exchange.shared.secret.decrypt(#require(answer.pinUvAuthToken)))
    }

    /// A PIN's plaintext, before encryption.
    static func pad(_ pin: String) -> [UInt8] { Array((Array(pin.utf8) + Array(repeating: 0, count: 64)).prefix(64)) }

    // MARK: Tries

    /// Returns the status of a try with a wrong PIN.
    func tryWrongPIN(_ version: PINUVAuthProtocol = .two) -> CTAPStatus? {
        status { try self.token(nil, version, pin: "wrong") }
    }

    var retries: Int? { get throws { try send(Command(.getPINRetries)).pinRetries } }

    /// A clock that a test moves.
    final class Uptime: Sendable {
        private let time = Mutex<Duration>(.seconds(1000))

        var now: @Sendable () -> Duration { { self.time.withLock { $0 } } }

        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }
}

extension PINUVAuthProtocol {
    var number: UInt64 { UInt64(rawValue) }
}

/// Returns the status that the body throws; nil for another error.
func status(_ body: () throws -> some Any) -> CTAPStatus? {
    do {
        _ = try body()
        return .ok
    } catch {
        return error as? CTAPStatus
    }
}
