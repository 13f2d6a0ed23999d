import CTAP
import Testing
import ToqueCrypto

@testable import SoftAuthenticator

/// setPIN and changePIN.
struct SettingPINTests {
    typealias Command = AuthenticatorClientPIN

    @Test("A new key has no PIN and all its tries")
    func fresh() throws {
        let bench = try PINBench(pin: nil)
        #expect(try bench.storage.pinState() == nil)
        #expect(
            try bench.send(Command(.getPINRetries)) == Command.Response(pinRetries: 8, powerCycleState: false))
        for subCommand in [Command.SubCommand.changePIN, .getPinToken] {
            #expect(status { try bench.send(bench.command(subCommand)) } == .pinNotSet)
        }
    }

    @Test("A PIN is kept as the first 16 bytes of its digest", arguments: PINUVAuthProtocol.allCases)
    func kept(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench(pin: nil)
        #expect(try bench.send(bench.command(.setPIN, newPIN: PINBench.pad("pão é"), version)) == Command.Response())
        #expect(try bench.storage.pinState() == PINState(retries: 8, codePoints: 5))
        #expect(try bench.verifier == Array(Digest.sha256("pão é")[..<16]))
    }

    @Test("A PIN can be set only once")
    func setTwice() throws {
        let bench = try PINBench()
        #expect(status { try bench.send(bench.command(.setPIN)) } == .pinAuthInvalid)
        #expect(throws: Never.self) { try bench.token(nil) }
    }

    @Test("After a change the new PIN is valid and the old one is not", arguments: PINUVAuthProtocol.allCases)
    func change(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        #expect(try bench.send(bench.command(.changePIN, version)) == Command.Response())
        #expect(status { try bench.token(nil) } == .pinInvalid)
        #expect(status { try bench.token(nil, pin: PINBench.newPIN) } == .ok)
        #expect(try bench.storage.pinState()?.codePoints == PINBench.newPIN.count)
    }

    @Test("A command with a changed signature sets and changes no PIN", arguments: PINUVAuthProtocol.allCases)
    func wrongSignature(_ version: PINUVAuthProtocol) throws {
        for subCommand in [Command.SubCommand.setPIN, .changePIN] {
            for change in [{ $0[0] ^= 1 }, { $0.removeLast() }, { $0.append(0) }, { $0 = [] }]
                as [(inout [UInt8]) -> Void]
            {
                var (bench, command) = try ClientPINParameterTests.complete(subCommand, version)
                let before = try bench.storage.pinState()
                command.pinUvAuthParam?.withChange(change)
                #expect(status { try bench.send(command) } == .pinAuthInvalid)
                #expect(try bench.storage.pinState() == before)
            }
        }
    }

    @Test("The signature of changePIN covers both PINs, new one first")
    func signatureOfChange() throws {
        let bench = try PINBench()
        let exchange = try bench.exchange()
        var command = try bench.command(.changePIN, exchange: exchange)
        command.pinUvAuthParam = exchange.shared.secret.authenticate(try #require(command.newPinEnc))
        #expect(status { try bench.send(command) } == .pinAuthInvalid)
    }

    @Test(
        "A new PIN is UTF-8 with at least 4 code points and at most 63 bytes",
        arguments: [
            (PINBench.pad("1234"), .ok),
            (PINBench.pad("123"), .pinPolicyViolation),
            (PINBench.pad(""), .pinPolicyViolation),
            // The length is in code points, not in bytes or characters.
            (PINBench.pad("éãç"), .pinPolicyViolation),
            (PINBench.pad("éãçõ"), .ok),
            (PINBench.pad("😀😀😀"), .pinPolicyViolation),
            (PINBench.pad("e\u{301}e\u{301}"), .ok),
            (PINBench.pad(String(repeating: "1", count: 63)), .ok),
            (Array(repeating: 0x31, count: 64), .pinPolicyViolation),
            // Invalid UTF-8: a lone continuation byte, a surrogate, an overlong form and a truncated one.
            (PINBench.pad("1234").replacing(at: 4, with: [0x80]), .pinPolicyViolation),
            (PINBench.pad("1234").replacing(at: 4, with: [0xED, 0xA0, 0x80]), .pinPolicyViolation),
            (PINBench.pad("1234").replacing(at: 4, with: [0xC0, 0xAF]), .pinPolicyViolation),
            (PINBench.pad("1234").replacing(at: 4, with: [0xF0, 0x9F]), .pinPolicyViolation),
            // Only trailing zeros are padding.
            (PINBench.pad("12\u{0}4"), .ok),
            // Whole blocks, but not 64 bytes.
            ([], .invalidParameter),
            (Array(PINBench.pad("1234").prefix(16)), .invalidParameter),
            (Array(PINBench.pad("1234").prefix(48)), .invalidParameter),
            (PINBench.pad("1234") + Array(repeating: 0, count: 16), .invalidParameter),
        ] as [([UInt8], CTAPStatus)])
    func policy(_ padded: [UInt8], _ expected: CTAPStatus) throws {
        for version in PINUVAuthProtocol.allCases {
            let fresh = try PINBench(pin: nil)
            #expect(status { try fresh.send(fresh.command(.setPIN, newPIN: padded, version)) } == expected)
            #expect(try (fresh.storage.pinState() != nil) == (expected == .ok))

            let bench = try PINBench()
            _ = bench.tryWrongPIN()
            #expect(status { try bench.send(bench.command(.changePIN, newPIN: padded, version)) } == expected)
            // The old PIN was right, whatever the new one.
            #expect(try bench.retries == PINState.maxRetries)
            #expect((status { try bench.token(nil) } == .ok) == (expected != .ok || padded == PINBench.pad("1234")))
        }
    }

    @Test("A new PIN that is not ciphertext is refused like a wrong signature", arguments: PINUVAuthProtocol.allCases)
    func brokenCiphertext(_ version: PINUVAuthProtocol) throws {
        for length in [1, 15, 63, 65] {
            for subCommand in [Command.SubCommand.setPIN, .changePIN] {
                let bench = try PINBench(pin: subCommand == .setPIN ? nil : PINBench.pin)
                let exchange = try bench.exchange(version)
                var command = try bench.command(subCommand, version, exchange: exchange)
                let newPinEnc = [UInt8](repeating: 7, count: length)
                command.newPinEnc = newPinEnc
                command.pinUvAuthParam = exchange.shared.secret.authenticate(newPinEnc + (command.pinHashEnc ?? []))
                #expect(status { try bench.send(command) } == .pinAuthInvalid)
            }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func withChange(_ change: (inout [UInt8]) -> Void) { change(&self) }

    fileprivate func replacing(at index: Int, with bytes: [UInt8]) -> [UInt8] {
        Array(prefix(index)) + bytes + Array(dropFirst(index + bytes.count))
    }
}
