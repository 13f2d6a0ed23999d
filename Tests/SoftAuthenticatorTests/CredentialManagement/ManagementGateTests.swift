import CTAP
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// The checks of each subcommand before any effect, in order.
struct ManagementGateTests {
    typealias Management = AuthenticatorCredentialManagement
    typealias SubCommand = Management.SubCommand

    static let authenticated: [SubCommand] = [
        .getCredsMetadata, .enumerateRPsBegin, .enumerateCredentialsBegin, .deleteCredential, .updateUserInformation,
    ]
    static let withParameters: [SubCommand] = [.enumerateCredentialsBegin, .deleteCredential, .updateUserInformation]

    /// Returns a bench with a credential, and a subcommand that succeeds on it.
    static func complete(
        _ subCommand: SubCommand, _ version: PINUVAuthProtocol = .two,
        permissions: PINUVAuthPermissions = .credentialManagement,
        rpID: String? = nil, target: String = Sample.rpID, isPrototype: Bool = false
    ) throws -> (PINBench, Management) {
        let bench = try PINBench()
        try bench.save()
        let credential = try bench.save(target)
        let token = try bench.token(permissions, rpID: rpID, version)
        switch subCommand {
        case .enumerateCredentialsBegin:
            return (bench, bench.signed(subCommand, token, isPrototype: isPrototype, rpID: target))
        case .deleteCredential:
            return (bench, bench.signed(subCommand, token, isPrototype: isPrototype, credential: credential.id))
        case .updateUserInformation:
            return (
                bench,
                bench.signed(
                    subCommand, token, isPrototype: isPrototype, credential: credential.id, user: credential.user)
            )
        default: return (bench, bench.signed(subCommand, token, isPrototype: isPrototype))
        }
    }

    @Test("A complete command succeeds by both command bytes", arguments: authenticated, PINUVAuthProtocol.allCases)
    func complete(_ subCommand: SubCommand, _ version: PINUVAuthProtocol) throws {
        for isPrototype in [false, true] {
            let (bench, command) = try Self.complete(subCommand, version, isPrototype: isPrototype)
            #expect(status { try bench.manage(command) } == .ok)
        }
    }

    @Test("An unknown subcommand is refused", arguments: [0x00, 0x08, 0x101, UInt64.max])
    func invalidSubcommand(_ number: UInt64) throws {
        var (bench, command) = try Self.complete(.getCredsMetadata)
        command.subCommand = number
        #expect(status { try bench.manage(command) } == .invalidSubcommand)
    }

    @Test("Without pinUvAuthParam the key requires a token, with or without a PIN", arguments: authenticated)
    func noParam(_ subCommand: SubCommand) throws {
        // This check comes before those of other missing parameters.
        let command = Management(subCommand)
        #expect(status { try PINBench().manage(command) } == .puatRequired)
        #expect(status { try PINBench(pin: nil).manage(command) } == .puatRequired)
    }

    @Test("A missing parameter is reported before a wrong protocol or signature", arguments: withParameters)
    func missing(_ subCommand: SubCommand) throws {
        let changes: [(inout Management) -> Void] =
            switch subCommand {
            case .enumerateCredentialsBegin: [{ $0.rpIDHash = nil }]
            case .deleteCredential: [{ $0.credentialID = nil }]
            default: [{ $0.credentialID = nil }, { $0.user = nil }]
            }
        for change in changes {
            var (bench, command) = try Self.complete(subCommand)
            change(&command)
            #expect(status { try bench.manage(command) } == .missingParameter)
            command.pinUvAuthProtocol = 3
            #expect(status { try bench.manage(command) } == .missingParameter)
            command.pinUvAuthParam = []
            #expect(status { try bench.manage(command) } == .missingParameter)
        }
    }

    @Test("A missing or unknown PIN/UV auth protocol is refused", arguments: authenticated)
    func protocolNumber(_ subCommand: SubCommand) throws {
        for (number, expected) in [(nil, .missingParameter), (0, .invalidParameter), (3, .invalidParameter)]
            as [(UInt64?, CTAPStatus)]
        {
            var (bench, command) = try Self.complete(subCommand)
            command.pinUvAuthProtocol = number
            #expect(status { try bench.manage(command) } == expected)
        }
    }

    @Test("A wrong pinUvAuthParam is refused", arguments: authenticated, PINUVAuthProtocol.allCases)
    func wrongSignature(_ subCommand: SubCommand, _ version: PINUVAuthProtocol) throws {
        for change in [{ $0[0] ^= 1 }, { $0.removeLast() }, { $0.append(0) }, { $0 = [] }] as [(inout [UInt8]) -> Void]
        {
            var (bench, command) = try Self.complete(subCommand, version)
            var signature = try #require(command.pinUvAuthParam)
            change(&signature)
            command.pinUvAuthParam = signature
            #expect(status { try bench.manage(command) } == .pinAuthInvalid)
        }
    }

    @Test("The signature covers the parameters as received", arguments: withParameters)
    func signedParameters(_ subCommand: SubCommand) throws {
        var (bench, command) = try Self.complete(subCommand)
        command.encodedParameters?.append(0)
        #expect(status { try bench.manage(command) } == .pinAuthInvalid)
        command.encodedParameters = nil
        #expect(status { try bench.manage(command) } == .pinAuthInvalid)
    }

    @Test("A signature is valid for its own subcommand only")
    func otherSubcommand() throws {
        var (bench, command) = try Self.complete(.getCredsMetadata)
        command.subCommand = SubCommand.enumerateRPsBegin.rawValue
        #expect(status { try bench.manage(command) } == .pinAuthInvalid)
    }

    @Test("A token without the permission is refused", arguments: authenticated)
    func permission(_ subCommand: SubCommand) throws {
        let (bench, command) = try Self.complete(
            subCommand, permissions: [.makeCredential, .getAssertion], rpID: Sample.rpID)
        #expect(status { try bench.manage(command) } == .pinAuthInvalid)
    }

    @Test("Without a PIN no token suffices", arguments: authenticated)
    func noPIN(_ subCommand: SubCommand) throws {
        let bench = try PINBench(pin: nil)
        var command = try Self.complete(subCommand).1
        command.pinUvAuthParam = Array(repeating: 0, count: 32)
        #expect(status { try bench.manage(command) } == .pinAuthInvalid)
    }

    @Test("A token bound to an RP is refused for subcommands about all RPs")
    func boundTokenForAll() throws {
        for subCommand in [SubCommand.getCredsMetadata, .enumerateRPsBegin] {
            let (bench, command) = try Self.complete(subCommand, rpID: Sample.rpID)
            #expect(status { try bench.manage(command) } == .pinAuthInvalid)
        }
    }

    @Test("A token bound to an RP is valid for this RP's credentials only", arguments: withParameters)
    func boundToken(_ subCommand: SubCommand) throws {
        let (bench, command) = try Self.complete(subCommand, rpID: Sample.rpID)
        #expect(status { try bench.manage(command) } == .ok)
        let (other, foreign) = try Self.complete(subCommand, rpID: Sample.rpID, target: "other.example")
        #expect(status { try other.manage(foreign) } == .pinAuthInvalid)
    }

    @Test("A token bound to an RP does not reveal the other credentials")
    func noOracle() throws {
        let bench = try PINBench()
        let token = try bench.token(.credentialManagement, rpID: Sample.rpID)
        let unbound = [UInt8](repeating: 7, count: 16)
        for command in [
            bench.signed(.deleteCredential, token, credential: unbound),
            bench.signed(.updateUserInformation, token, credential: unbound, user: Sample.user),
            bench.signed(.enumerateCredentialsBegin, token, rpID: "unknown.example"),
        ] {
            #expect(status { try bench.manage(command) } == .pinAuthInvalid)
        }
        #expect(
            status { try bench.manage(bench.signed(.enumerateCredentialsBegin, token, rpID: Sample.rpID)) }
                == .noCredentials)
    }

    @Test("Managing credentials neither uses a token up nor binds it")
    func tokenStays() throws {
        let bench = try PINBench()
        try bench.save()
        let token = try bench.token(.credentialManagement)
        for _ in 1...2 {
            #expect(try bench.relyingParties(token) == [Sample.rpID])
            #expect(try bench.credentials(token).count == 1)
            #expect(status { try bench.manage(bench.signed(.getCredsMetadata, token)) } == .ok)
        }
        #expect(bench.permissionsRPID == nil)
    }

    @Test("A token that a touch has used up is refused, and so is an expired one")
    func usedUp() throws {
        var (bench, command) = try Self.complete(.getCredsMetadata)
        bench.state.consumeAfterUserPresence()
        #expect(status { try bench.manage(command) } == .pinAuthInvalid)
        (bench, command) = try Self.complete(.getCredsMetadata)
        bench.uptime.advance(.seconds(30))
        #expect(status { try bench.manage(command) } == .pinAuthInvalid)
    }
}
