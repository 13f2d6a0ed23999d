import CTAP
import Testing

@testable import SoftAuthenticator

/// Answers to missing or wrong parameters, for each subcommand.
struct ClientPINParameterTests {
    typealias Command = AuthenticatorClientPIN

    enum Parameter: CaseIterable {
        case pinUvAuthProtocol, keyAgreement, pinUvAuthParam, newPinEnc, pinHashEnc, permissions, rpID

        func remove(from command: inout Command) {
            switch self {
            case .pinUvAuthProtocol: command.pinUvAuthProtocol = nil
            case .keyAgreement: command.keyAgreement = nil
            case .pinUvAuthParam: command.pinUvAuthParam = nil
            case .newPinEnc: command.newPinEnc = nil
            case .pinHashEnc: command.pinHashEnc = nil
            case .permissions: command.permissions = nil
            case .rpID: command.rpID = nil
            }
        }
    }

    static let mandatory: [(Command.SubCommand, [Parameter])] = [
        (.getKeyAgreement, [.pinUvAuthProtocol]),
        (.setPIN, [.pinUvAuthProtocol, .keyAgreement, .pinUvAuthParam, .newPinEnc]),
        (.changePIN, [.pinUvAuthProtocol, .keyAgreement, .pinUvAuthParam, .newPinEnc, .pinHashEnc]),
        (.getPinToken, [.pinUvAuthProtocol, .keyAgreement, .pinHashEnc]),
        (
            .getPinUvAuthTokenUsingPinWithPermissions,
            [.pinUvAuthProtocol, .keyAgreement, .pinHashEnc, .permissions, .rpID]
        ),
    ]

    /// Returns a bench on which the subcommand succeeds, and the subcommand.
    static func complete(
        _ subCommand: Command.SubCommand, _ version: PINUVAuthProtocol = .two
    ) throws -> (PINBench, Command) {
        let bench = try PINBench(pin: subCommand == .setPIN ? nil : PINBench.pin)
        let takesPermissions = subCommand == .getPinUvAuthTokenUsingPinWithPermissions
        return (
            bench,
            try bench.command(
                subCommand, version, permissions: takesPermissions ? .makeCredential : nil,
                rpID: takesPermissions ? Sample.rpID : nil)
        )
    }

    @Test("A command with all its parameters succeeds", arguments: mandatory.map(\.0), PINUVAuthProtocol.allCases)
    func complete(_ subCommand: Command.SubCommand, _ version: PINUVAuthProtocol) throws {
        let (bench, command) = try Self.complete(subCommand, version)
        #expect(status { try bench.send(command) } == .ok)
    }

    @Test("A missing parameter is reported and costs no try", arguments: mandatory)
    func missing(_ subCommand: Command.SubCommand, _ parameters: [Parameter]) throws {
        for parameter in parameters {
            var (bench, command) = try Self.complete(subCommand)
            parameter.remove(from: &command)
            #expect(status { try bench.send(command) } == .missingParameter, "\(parameter)")
            #expect(try bench.retries == PINState.maxRetries)
        }
    }

    @Test("An unknown protocol is refused", arguments: mandatory.map(\.0), [0, 3, 257, UInt64.max])
    func unknownProtocol(_ subCommand: Command.SubCommand, _ number: UInt64) throws {
        var (bench, command) = try Self.complete(subCommand)
        command.pinUvAuthProtocol = number
        #expect(status { try bench.send(command) } == .invalidParameter)
    }

    @Test("A missing parameter is reported before an unknown protocol", arguments: mandatory.dropFirst().map(\.0))
    func order(_ subCommand: Command.SubCommand) throws {
        var (bench, command) = try Self.complete(subCommand)
        command.pinUvAuthProtocol = 3
        command.keyAgreement = nil
        #expect(status { try bench.send(command) } == .missingParameter)
    }

    @Test("A key that is not a point of the curve is refused", arguments: mandatory.dropFirst().map(\.0))
    func offCurve(_ subCommand: Command.SubCommand) throws {
        for key in [
            KeyAgreementKey(x: Array(repeating: 0, count: 32), y: Array(repeating: 0, count: 32)),
            KeyAgreementKey(x: Array(repeating: 1, count: 32), y: Array(repeating: 1, count: 32)),
            KeyAgreementKey(x: [], y: [1]),
        ] {
            var (bench, command) = try Self.complete(subCommand)
            command.keyAgreement = key
            #expect(status { try bench.send(command) } == .invalidParameter)
            #expect(try bench.retries == PINState.maxRetries)
        }
    }

    @Test("An unknown subcommand is refused", arguments: [0x00, 0x06, 0x07, 0x08, 0x0A, 0xFF, UInt64.max])
    func invalidSubcommand(_ number: UInt64) throws {
        let bench = try PINBench()
        var command = Command(.getPINRetries)
        command.subCommand = number
        #expect(status { try bench.send(command) } == .invalidSubcommand)
    }

    @Test("getPinToken accepts neither permissions nor an RP ID")
    func getPinTokenWithPermissions() throws {
        let bench = try PINBench()
        for (permissions, rpID) in [(PINUVAuthPermissions.makeCredential, nil), (nil, Sample.rpID), ([], nil)] {
            let command = try bench.command(.getPinToken, permissions: permissions, rpID: rpID)
            #expect(status { try bench.send(command) } == .invalidParameter)
        }
        #expect(try bench.retries == PINState.maxRetries)
    }

    @Test(
        "A token is granted or refused by its permissions and RP ID",
        arguments: [
            (0x00, Sample.rpID, .invalidParameter),
            (0x00, nil, .invalidParameter),
            (0x01, nil, .missingParameter), (0x02, nil, .missingParameter), (0x07, nil, .missingParameter),
            (0x01, Sample.rpID, .ok), (0x02, Sample.rpID, .ok), (0x07, Sample.rpID, .ok),
            (0x04, nil, .ok), (0x04, Sample.rpID, .ok),
            (0x08, Sample.rpID, .unauthorizedPermission), (0x10, Sample.rpID, .ok), (0x20, nil, .ok),
            (0x40, nil, .ok), (0x44, nil, .unauthorizedPermission), (0x41, Sample.rpID, .unauthorizedPermission),
            (0x0C, nil, .unauthorizedPermission), (0x09, nil, .unauthorizedPermission),
            (0x80, nil, .ok), (0x8000_0000_0000_0004, nil, .ok),
        ] as [(UInt64, String?, CTAPStatus)])
    func permissions(_ rawValue: UInt64, _ rpID: String?, _ expected: CTAPStatus) throws {
        let bench = try PINBench()
        let command = try bench.command(
            .getPinUvAuthTokenUsingPinWithPermissions, permissions: PINUVAuthPermissions(rawValue: rawValue), rpID: rpID
        )
        #expect(status { try bench.send(command) } == expected)
        #expect(try bench.retries == PINState.maxRetries)
    }
}
