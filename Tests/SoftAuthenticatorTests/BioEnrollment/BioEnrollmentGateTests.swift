import CTAP
import Testing

@testable import SoftAuthenticator

@Suite("Checks of authenticatorBioEnrollment before any effect")
struct BioEnrollmentGateTests {
    typealias Bio = AuthenticatorBioEnrollment

    private static let name = "Thumb"
    static let authenticated: [Bio.SubCommand] = [
        .enrollBegin, .enrollCaptureNextSample, .enumerateEnrollments, .setFriendlyName, .removeEnrollment,
    ]

    /// Returns a bench, and a subcommand that succeeds on it.
    private static func complete(
        _ subCommand: Bio.SubCommand, _ version: PINUVAuthProtocol = .two, isPrototype: Bool = false
    ) async throws -> (FingerprintBench, Bio) {
        let bench = try await FingerprintBench(fingers: ["index"])
        let token = try await bench.token(version)
        let id: [UInt8]? =
            switch subCommand {
            case .enrollCaptureNextSample: try await bench.send(.enrollBegin, token).templateID
            case .setFriendlyName, .removeEnrollment: FingerprintBench.fingerprint("index").id
            default: nil
            }
        let command = FingerprintBench.signed(
            subCommand, token, isPrototype: isPrototype, id: id,
            name: subCommand == .setFriendlyName ? name : nil)
        return (bench, command)
    }

    @Test("A complete command succeeds by both command bytes", arguments: authenticated, PINUVAuthProtocol.allCases)
    func complete(_ subCommand: Bio.SubCommand, _ version: PINUVAuthProtocol) async throws {
        for isPrototype in [false, true] {
            let (bench, command) = try await Self.complete(subCommand, version, isPrototype: isPrototype)
            #expect(await status { _ = try await bench.send(command) } == nil)
        }
    }

    @Test("Without a sensor, authenticatorBioEnrollment is an invalid command", arguments: [false, true])
    func noSensor(isPrototype: Bool) async throws {
        let bench = try await FingerprintBench(profile: .securityKey)
        #expect(bench.device.key.commands.isDisjoint(with: [.bioEnrollment, .bioEnrollmentPrototype]))
        for command in [
            Bio(.getFingerprintSensorInfo, isPrototype: isPrototype),
            Bio(nil, isPrototype: isPrototype, getModality: true),
        ] {
            #expect(await status { _ = try await bench.send(command) } == .invalidCommand)
        }
    }

    @Test("Modality and sensor can be read without a token", arguments: [false, true])
    func sensor(isPrototype: Bool) async throws {
        let bench = try await FingerprintBench(pin: false)
        let modality = try await bench.send(Bio(nil, isPrototype: isPrototype, modality: nil, getModality: true))
        var expected = Bio.Response()
        expected.modality = 1
        #expect(modality == expected)
        expected = Bio.Response()
        expected.fingerprintKind = 1
        expected.maxCaptureSamplesRequiredForEnroll = 4
        expected.maxTemplateFriendlyName = 64
        #expect(try await bench.send(Bio(.getFingerprintSensorInfo, isPrototype: isPrototype)) == expected)
        #expect(bench.hand.prompts().isEmpty)
    }

    @Test("A missing or unknown modality or subcommand is refused")
    func selection() async throws {
        let bench = try await FingerprintBench()
        #expect(await status { _ = try await bench.send(Bio(nil)) } == .missingParameter)
        #expect(await status { _ = try await bench.send(Bio(nil, getModality: false)) } == .missingParameter)
        let sensorInfo = Bio.SubCommand.getFingerprintSensorInfo
        #expect(await status { _ = try await bench.send(Bio(sensorInfo, modality: nil)) } == .missingParameter)
        for modality in [0, 2, UInt64.max] {
            #expect(await status { _ = try await bench.send(Bio(sensorInfo, modality: modality)) } == .invalidParameter)
        }
        for number in [0, 8, 0x101, UInt64.max] {
            var command = Bio(sensorInfo)
            command.subCommand = number
            #expect(await status { _ = try await bench.send(command) } == .invalidSubcommand)
        }
    }

    @Test("Without pinUvAuthParam the key requires a token, with or without a PIN", arguments: authenticated)
    func noParam(_ subCommand: Bio.SubCommand) async throws {
        for pin in [false, true] {
            let bench = try await FingerprintBench(pin: pin)
            #expect(await status { _ = try await bench.send(Bio(subCommand)) } == .puatRequired)
        }
    }

    @Test("A missing parameter is reported before a wrong protocol or signature")
    func missing() async throws {
        let bench = try await FingerprintBench(fingers: ["index"])
        let token = try await bench.token()
        let id = FingerprintBench.fingerprint("index").id
        for command in [
            FingerprintBench.signed(.enrollCaptureNextSample, token), .init(.removeEnrollment),
            FingerprintBench.signed(.setFriendlyName, token, id: id),
            FingerprintBench.signed(.setFriendlyName, token, name: Self.name),
        ] {
            // This check comes before those of the protocol and the signature.
            var command = command
            command.pinUvAuthProtocol = 3
            command.pinUvAuthParam = []
            #expect(await status { _ = try await bench.send(command) } == .missingParameter)
        }
    }

    @Test("A missing or unknown PIN/UV auth protocol is refused", arguments: authenticated)
    func protocolNumber(_ subCommand: Bio.SubCommand) async throws {
        for (number, expected) in [(nil, .missingParameter), (0, .invalidParameter), (3, .invalidParameter)]
            as [(UInt64?, CTAPStatus)]
        {
            var (bench, command) = try await Self.complete(subCommand)
            command.pinUvAuthProtocol = number
            #expect(await status { _ = try await bench.send(command) } == expected)
        }
    }

    @Test("A wrong pinUvAuthParam is refused", arguments: authenticated, PINUVAuthProtocol.allCases)
    func wrongSignature(_ subCommand: Bio.SubCommand, _ version: PINUVAuthProtocol) async throws {
        for change in [{ $0[0] ^= 1 }, { $0.removeLast() }, { $0.append(0) }, { $0 = [] }] as [(inout [UInt8]) -> Void]
        {
            var (bench, command) = try await Self.complete(subCommand, version)
            var signature = try #require(command.pinUvAuthParam)
            change(&signature)
            command.pinUvAuthParam = signature
            _ = bench.hand.prompts()
            #expect(await status { _ = try await bench.send(command) } == .pinAuthInvalid)
            #expect(bench.hand.prompts().isEmpty)
        }
    }

    @Test("The signature covers the parameters and the subcommand")
    func signedParameters() async throws {
        var (bench, command) = try await Self.complete(.setFriendlyName)
        command.templateFriendlyName = "Another"
        #expect(await status { _ = try await bench.send(command) } == .pinAuthInvalid)
        (bench, command) = try await Self.complete(.removeEnrollment)
        command.subCommand = Bio.SubCommand.enrollBegin.rawValue
        #expect(await status { _ = try await bench.send(command) } == .pinAuthInvalid)
        #expect(bench.fingers == ["index"])
    }

    @Test("A token without the permission is refused", arguments: authenticated)
    func permission(_ subCommand: Bio.SubCommand) async throws {
        let (bench, command) = try await Self.complete(subCommand)
        let token = try await bench.device.token([.makeCredential, .getAssertion, .credentialManagement])
        let resigned = FingerprintBench.signed(
            subCommand, token, id: command.templateID, name: command.templateFriendlyName)
        #expect(await status { _ = try await bench.send(resigned) } == .pinAuthInvalid)
    }

    @Test("The RP ID of a token does not matter, and using it neither uses it up nor binds it")
    func tokenStays() async throws {
        let bench = try await FingerprintBench(fingers: ["index"])
        for rpID in [nil, Sample.rpID] {
            let token = try await bench.device.token(.bioEnrollment, rpID: rpID)
            for _ in 1...2 { #expect(try await bench.enrolled(token).count == 1) }
        }
        let token = try await bench.device.token([.bioEnrollment, .makeCredential])
        try await bench.enroll(token)
        #expect(try await bench.device.make(.sample(token: token)).data.flags.contains(.userVerified))
    }

    @Test("A power cycle voids the token")
    func powerCycle() async throws {
        let (bench, command) = try await Self.complete(.enumerateEnrollments)
        bench.device.key.powerCycle()
        #expect(await status { _ = try await bench.send(command) } == .pinAuthInvalid)
    }
}
