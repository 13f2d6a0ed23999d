import CTAP
import Testing
import ToqueCrypto

@testable import SoftAuthenticator

/// Wrong PINs: their cost, and recovery.
struct PINRetryTests {
    typealias Command = AuthenticatorClientPIN

    @Test("Three wrong PINs in a row lock until the power is cut", arguments: PINUVAuthProtocol.allCases)
    func lock(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        #expect(bench.tryWrongPIN(version) == .pinInvalid)
        #expect(bench.tryWrongPIN(version) == .pinInvalid)
        #expect(try bench.send(Command(.getPINRetries)).powerCycleState == false)
        #expect(bench.tryWrongPIN(version) == .pinAuthBlocked)
        #expect(
            try bench.send(Command(.getPINRetries)) == Command.Response(pinRetries: 5, powerCycleState: true))
        // Now even the right PIN is refused, and costs no try.
        for subCommand in [Command.SubCommand.changePIN, .getPinToken] {
            #expect(status { try bench.send(bench.command(subCommand)) } == .pinAuthBlocked)
        }
        #expect(status { try bench.token(.credentialManagement) } == .pinAuthBlocked)
        #expect(try bench.retries == 5)
        bench.powerCycle()
        #expect(try bench.send(Command(.getPINRetries)) == Command.Response(pinRetries: 5, powerCycleState: false))
        #expect(status { try bench.token(nil) } == .ok)
        #expect(try bench.retries == 8)
    }

    @Test("The right PIN restores all tries and resets the count of wrong PINs in a row")
    func restore() throws {
        let bench = try PINBench()
        for _ in 1...4 {
            #expect(bench.tryWrongPIN() == .pinInvalid)
            #expect(bench.tryWrongPIN() == .pinInvalid)
            #expect(try bench.retries == 6)
            #expect(status { try bench.token(nil) } == .ok)
            #expect(try bench.retries == 8)
        }
    }

    @Test("Wrong PINs through both protocols and all subcommands count together")
    func oneRow() throws {
        let bench = try PINBench()
        #expect(bench.tryWrongPIN(.one) == .pinInvalid)
        #expect(status { try bench.send(bench.command(.changePIN, pin: "wrong", .two)) } == .pinInvalid)
        #expect(status { try bench.token(.credentialManagement, .one, pin: "wrong") } == .pinAuthBlocked)
    }

    @Test("Eight wrong PINs block the PIN for good, even after restarts")
    func blocked() throws {
        let bench = try PINBench()
        var answers: [CTAPStatus?] = []
        for attempt in 1...8 {
            answers.append(bench.tryWrongPIN())
            #expect(try bench.retries == 8 - attempt)
            if attempt % 3 == 0 { bench.powerCycle() }
        }
        #expect(
            answers == [
                .pinInvalid, .pinInvalid, .pinAuthBlocked, .pinInvalid, .pinInvalid, .pinAuthBlocked, .pinInvalid,
                .pinBlocked,
            ])
        for _ in 1...2 {
            for subCommand in [Command.SubCommand.changePIN, .getPinToken] {
                #expect(status { try bench.send(bench.command(subCommand)) } == .pinBlocked)
            }
            #expect(status { try bench.token(.credentialManagement) } == .pinBlocked)
            #expect(status { try bench.send(bench.command(.setPIN)) } == .pinAuthInvalid)
            #expect(try bench.retries == 0)
            bench.powerCycle()
        }
        try bench.storage.reset()
        #expect(status { try bench.send(bench.command(.setPIN)) } == .ok)
        #expect(status { try bench.token(nil, pin: PINBench.newPIN) } == .ok)
    }

    @Test("A third wrong PIN in a row that is the last try blocks the PIN")
    func blockedBeforeLocked() throws {
        let bench = try PINBench()
        for _ in 1...5 {
            _ = bench.tryWrongPIN()
            bench.powerCycle()
        }
        #expect(
            [bench.tryWrongPIN(), bench.tryWrongPIN(), bench.tryWrongPIN()] == [.pinInvalid, .pinInvalid, .pinBlocked])
        #expect(bench.tryWrongPIN() == .pinBlocked)
    }

    @Test("A wrong PIN renews the key agreement of its own protocol only", arguments: PINUVAuthProtocol.allCases)
    func renewal(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        let other = try #require(PINUVAuthProtocol.allCases.first { $0 != version })
        let stale = try bench.command(.changePIN, version)
        let untouched = try bench.command(.changePIN, other)
        let (mine, others) = (try publicKey(bench, version), try publicKey(bench, other))
        #expect(try publicKey(bench, version) == mine)
        #expect(bench.tryWrongPIN(version) == .pinInvalid)
        #expect(try publicKey(bench, version) != mine)
        #expect(try publicKey(bench, other) == others)
        #expect(status { try bench.send(stale) } == .pinAuthInvalid)
        #expect(status { try bench.send(untouched) } == .ok)
    }

    private func publicKey(_ bench: PINBench, _ version: PINUVAuthProtocol) throws -> KeyAgreementKey? {
        try bench.send(Command(.getKeyAgreement, pinUvAuthProtocol: version.number)).keyAgreement
    }

    @Test("A PIN of another size, or not encrypted, counts as wrong", arguments: PINUVAuthProtocol.allCases)
    func brokenCiphertext(_ version: PINUVAuthProtocol) throws {
        for count in [0, 1, 16, 32, 48, 64] {
            let bench = try PINBench()
            var command = try bench.command(.getPinToken, version)
            command.pinHashEnc = Array(repeating: 9, count: count)
            #expect(status { try bench.send(command) } == .pinInvalid)
            #expect(try bench.retries == 7)
        }
    }

    @Test("A try is spent before the PIN is compared, and restored afterwards")
    func order() throws {
        let storage = WatchedStorage()
        let bench = try PINBench(storage: storage)
        storage.calls = []
        _ = try bench.token(nil)
        #expect(storage.calls == ["spendPINRetry", "pinVerifier", "restorePINRetries"])
        storage.calls = []
        _ = bench.tryWrongPIN()
        #expect(storage.calls == ["spendPINRetry", "pinVerifier"])
    }

    @Test("The right PIN also restores the tries of built-in verification", arguments: PINUVAuthProtocol.allCases)
    func restoresUVRetries(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        func counts() throws -> [Int] {
            let settings = try bench.storage.settings()
            return [settings.uvRetries, settings.uvCountSinceLastPINEntry]
        }
        for subCommand in [Command.SubCommand.getPinToken, .changePIN] {
            try bench.storage.updateSettings { settings in
                settings.uvRetries = 0
                settings.uvCountSinceLastPINEntry = 9
            }
            #expect(bench.tryWrongPIN(version) == .pinInvalid)
            #expect(try counts() == [0, 9])
            try bench.send(bench.command(subCommand, version))
            #expect(try counts() == [AuthenticatorSettings.maxUVRetries, 0])
        }
    }

    @Test("If a try cannot be stored, the answer does not tell whether the PIN is right")
    func spendFails() throws {
        let storage = WatchedStorage()
        let bench = try PINBench(storage: storage)
        storage.failing = "spendPINRetry"
        storage.calls = []
        #expect(status { try bench.token(nil) } == .other)
        #expect(bench.tryWrongPIN() == .other)
        #expect(!storage.calls.contains("pinVerifier"))
        storage.failing = nil
        #expect(status { try bench.token(nil) } == .ok)
    }

    @Test("A failed reset of the tries gives no token, and a failed change keeps the old PIN")
    func writeFails() throws {
        let storage = WatchedStorage()
        let bench = try PINBench(storage: storage)
        storage.failing = "restorePINRetries"
        #expect(status { try bench.token(nil) } == .other)
        #expect(!bench.isTokenAlive)
        storage.failing = "setPIN"
        let token = try bench.token(nil)
        #expect(status { try bench.send(bench.command(.changePIN)) } == .other)
        storage.failing = nil
        #expect(bench.isTokenAlive)
        #expect(status { try bench.authorize(token) } == .ok)
        #expect(status { try bench.token(nil) } == .ok)
    }
}
