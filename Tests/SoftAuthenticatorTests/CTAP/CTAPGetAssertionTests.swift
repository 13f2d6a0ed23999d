import CTAP
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("authenticatorGetAssertion")
struct CTAPGetAssertionTests {
    @Test(
        "Assertions verify for each algorithm, by discoverable and other credentials",
        arguments: AuthenticatorProfile.devices, [true, false])
    func signatures(_ profile: AuthenticatorProfile, isDiscoverable: Bool) async throws {
        let device = Device(profile)
        for algorithm in profile.algorithms {
            let made = try await device.make(.sample(algorithms: [algorithm], options: .init(rk: isDiscoverable)))
            for allow in isDiscoverable ? [[], [try made.credentialID]] : [[try made.credentialID]] {
                let assertion = try await device.get(.sample(allow: allow))
                #expect(try made.verifies(assertion))
                #expect(assertion.credential == CTAPCredentialDescriptor(id: try made.credentialID))
                #expect(assertion.user?.id == (isDiscoverable ? Sample.user.id : nil))
                #expect(assertion.numberOfCredentials == nil)
                #expect(try assertion.data.flags.description == (profile.isBackedUp ? "UP BE BS" : "UP"))
            }
        }
    }

    @Test("All credentials share one signature counter over both faces")
    func oneCounterForTheStoreOnBothFaces() async throws {
        let device = Device()
        let sealed = try await device.make().credentialID
        let stored = try await device.make(.sample(options: .init(rk: true))).credentialID
        #expect(try await device.get(.sample(allow: [sealed])).data.signCount == 1)
        #expect(try await device.get(.sample(allow: [stored])).data.signCount == 2)
        #expect(try await device.get(.sample(allow: [sealed], options: .init(up: false))).data.signCount == 3)
        #expect(try await device.authenticator.get(Sample.get(allow: [sealed])).data.signCount == 4)
        #expect(try await device.make().data.signCount == 4)
    }

    // MARK: What is wrong with a request

    struct WrongInput: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var hasPIN = false
        let status: CTAPStatus
        let change: @Sendable (inout AuthenticatorGetAssertion) -> Void
    }

    static let wrongInputs: [WrongInput] = [
        .init(testDescription: "list too long", status: .limitExceeded) {
            $0.allowList = .init(repeating: .init(id: [1]), count: 54)
        },
        .init(testDescription: "param without protocol", status: .missingParameter) { $0.pinUvAuthParam = [1] },
        .init(testDescription: "unknown protocol", status: .invalidParameter) {
            ($0.pinUvAuthParam, $0.pinUvAuthProtocol) = ([1], 0)
        },
        .init(testDescription: "uv", status: .invalidOption) { $0.options.uv = true },
        .init(testDescription: "uv with PIN", hasPIN: true, status: .invalidOption) { $0.options.uv = true },
        .init(testDescription: "rk", status: .unsupportedOption) { $0.options.rk = true },
        .init(testDescription: "no rk", status: .unsupportedOption) { $0.options.rk = false },
        .init(testDescription: "wrong token", hasPIN: true, status: .pinAuthInvalid) {
            ($0.pinUvAuthParam, $0.pinUvAuthProtocol) = ([UInt8](repeating: 1, count: 32), 2)
        },
        .init(testDescription: "another RP", status: .noCredentials) { $0.rpID = "other.example" },
        .init(testDescription: "unknown credentials", status: .noCredentials) {
            $0.allowList = (0..<50).map { .init(id: [UInt8](repeating: $0, count: 64)) }
        },
        .init(testDescription: "other type", status: .noCredentials) {
            $0.allowList = $0.allowList.map { .init(id: $0.id, type: "other") }
        },
        // Pairs of faults, to check which is reported first.
        .init(testDescription: "uv before rk", status: .invalidOption) {
            ($0.options.uv, $0.options.rk) = (true, true)
        },
        .init(testDescription: "option before credentials", status: .unsupportedOption) {
            ($0.options.rk, $0.rpID) = (true, "other.example")
        },
        .init(testDescription: "token before credentials", hasPIN: true, status: .pinAuthInvalid) {
            ($0.pinUvAuthParam, $0.pinUvAuthProtocol) = ([1], 1)
            $0.rpID = "other.example"
        },
    ]

    @Test("A wrong input is refused with the status of its step, before a touch", arguments: wrongInputs)
    func wrongInput(_ input: WrongInput) async throws {
        let storage = MemoryCredentialStore()
        let id = try await Device(storage: storage).make(.sample(options: .init(rk: true))).credentialID
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction, storage: storage)
        if input.hasPIN { try await device.setPIN() }
        var command = AuthenticatorGetAssertion.sample(allow: [id])
        input.change(&command)
        #expect(await status { _ = try await device.get(command) } == input.status)
        #expect(interaction.prompts.isEmpty)
        #expect(device.storage.signCount() == 0)
    }

    // MARK: The touch

    @Test("An assertion asks for a touch and names the user")
    func asksForATouchWithTheName() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        _ = try await device.make(.sample(options: .init(rk: true)))
        _ = try await device.get()
        let prompt = GesturePrompt(
            operation: .authenticate, rpID: Sample.rpID, userName: "ana", verification: .none)
        #expect(interaction.prompts.last == prompt)
    }

    @Test("Without a touch, an assertion is denied and not counted", arguments: [UserGesture.decline, .timeout])
    func withoutATouchNothingIsSigned(_ gesture: UserGesture) async throws {
        let storage = MemoryCredentialStore()
        _ = try await Device(storage: storage).make(.sample(options: .init(rk: true)))
        let device = Device(interaction: GestureInteraction(gesture), storage: storage)
        #expect(await status { _ = try await device.get() } == .operationDenied)
        #expect(storage.signCount() == 0)
    }

    @Test("A zero-length pinUvAuthParam asks for a touch and reports whether a PIN is set", arguments: [true, false])
    func touchProbe(hasPIN: Bool) async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        if hasPIN { try await device.setPIN() }
        var command = AuthenticatorGetAssertion.sample()
        (command.pinUvAuthParam, command.options.rk) = ([], true)
        #expect(await status { _ = try await device.get(command) } == (hasPIN ? .pinInvalid : .pinNotSet))
        #expect(interaction.prompts.map(\.operation) == [.select])
    }

    @Test("A pre-flight request asks for no touch and keeps the token valid")
    func aPreflightAsksNobodyAndKeepsTheToken() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        let id = try await device.make().credentialID
        try await device.setPIN()
        let token = try await device.token()
        let quiet = try await device.get(.sample(allow: [id], options: .init(up: false), token: token))
        #expect(try quiet.data.flags.description == "UV")
        #expect(interaction.prompts.count == 1)
        #expect(try await device.get(.sample(allow: [id], token: token)).data.flags.description == "UP UV")
        let third = AuthenticatorGetAssertion.sample(allow: [id], options: .init(up: false), token: token)
        #expect(await status { _ = try await device.get(third) } == .pinAuthInvalid)
    }

    // MARK: User verification

    /// CTAP 2.3 section 6.2.2, member `user`.
    @Test("A single account is named by its ID only, even for a verified user", arguments: PINUVAuthProtocol.allCases)
    func singleAccount(_ version: PINUVAuthProtocol) async throws {
        let device = Device()
        let id = try await device.make(.sample(options: .init(rk: true))).credentialID
        let nameless = PublicKeyCredentialUserEntity(id: Sample.user.id, name: "", displayName: "")
        #expect(try await device.get().user == nameless)
        try await device.setPIN()
        for allow in [[], [id]] {
            let verified = try await device.get(
                .sample(allow: allow, token: try await device.token(version: version)))
            #expect(verified.user == nameless)
            #expect(try verified.data.flags.description == "UP UV")
        }
    }

    @Test("An allow list with several accounts matches one, which is named by its ID only")
    func oneOfAList() async throws {
        let device = Device()
        let ids = try await device.fill(2)
        try await device.setPIN()
        let assertion = try await device.get(.sample(allow: ids, token: try await device.token()))
        #expect(assertion.user == PublicKeyCredentialUserEntity(id: [1], name: "", displayName: ""))
    }

    @Test("Without a PIN, pinUvAuthParam is ignored")
    func withoutAPINAParamIsPassedOver() async throws {
        let device = Device()
        let id = try await device.make().credentialID
        var command = AuthenticatorGetAssertion.sample(allow: [id])
        (command.pinUvAuthParam, command.pinUvAuthProtocol) = ([1, 2, 3], 1)
        #expect(try await device.get(command).data.flags.description == "UP")
    }

    @Test("A token without the permission or for another RP ID is refused")
    func aTokenIsGoodForItsPermissionAndRPAlone() async throws {
        let device = Device()
        let id = try await device.make().credentialID
        try await device.setPIN()
        let wrongPermission = AuthenticatorGetAssertion.sample(
            allow: [id], token: try await device.token(.makeCredential))
        #expect(await status { _ = try await device.get(wrongPermission) } == .pinAuthInvalid)
        let wrongRP = AuthenticatorGetAssertion.sample(
            allow: [id], token: try await device.token(rpID: "other.example"))
        #expect(await status { _ = try await device.get(wrongRP) } == .pinAuthInvalid)
    }

    // MARK: Several credentials

    @Test("An allowList gives one assertion, by the first credential that is present")
    func aListGivesOneAlone() async throws {
        let device = Device()
        let ids = try await device.fill(3)
        let assertion = try await device.get(.sample(allow: [[1], ids[1], ids[0]]))
        #expect(assertion.credential.id == ids[1])
        #expect(assertion.numberOfCredentials == nil)
        #expect(await status { _ = try await device.getNext() } == .notAllowed)
    }

    @Test("Without an allowList, assertions come newest first after one touch")
    func withoutAListTheyComeOneAfterAnotherNewestFirst() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        let ids = try await device.fill(3)
        _ = try await device.make(.sample(rpID: "other.example", options: .init(rk: true)))
        let first = try await device.get()
        #expect(first.numberOfCredentials == 3)
        let (second, third) = (try await device.getNext(), try await device.getNext())
        #expect([first, second, third].map(\.credential.id) == ids.reversed())
        for (number, assertion) in [first, second, third].enumerated() {
            #expect(try assertion.data.flags == .userPresent)
            #expect(try assertion.data.signCount == UInt32(number + 1))
            #expect(assertion.user?.name.isEmpty == true)
        }
        #expect(second.numberOfCredentials == nil)
        #expect(await status { _ = try await device.getNext() } == .notAllowed)
        #expect(await status { _ = try await device.getNext() } == .notAllowed)
        // One touch for each registration, and one for the assertions.
        #expect(interaction.prompts.count == 5)
    }

    @Test("The next assertions are verified as the first was and name the users")
    func whatTheFirstWasVerifiedForTheOthersAre() async throws {
        let device = Device()
        _ = try await device.fill(2)
        try await device.setPIN()
        let first = try await device.get(.sample(token: try await device.token()))
        let second = try await device.getNext()
        #expect([first, second].map(\.user?.name) == ["user 2", "user 1"])
        #expect(try second.data.flags.description == "UP UV")
    }

    @Test("Long names that earlier versions stored are cut in responses")
    func namesThatEarlierVersionsKeptWholeAreCut() async throws {
        let device = Device()
        let id = try await device.fill(2)[1]
        try await device.setPIN()
        let long = String(repeating: "ã", count: 5000)
        let user = PublicKeyCredentialUserEntity(id: [2], name: long, displayName: long)
        #expect(device.storage.updateUser(user, rpID: Sample.rpID, id: id))
        let assertion = try await device.get(.sample(token: try await device.token()))
        #expect(assertion.user?.name == String(long.prefix(64)))
        let credential = try #require(device.storage.credential(rpID: Sample.rpID, id: id))
        #expect(AuthenticatorCredentialManagement.Response(credential).user?.displayName == String(long.prefix(64)))
    }

    @Test("getNextAssertion works within 30 seconds after the last assertion")
    func theNextComesWithinThirtySeconds() async throws {
        let device = Device()
        _ = try await device.fill(4)
        _ = try await device.get()
        for _ in 0..<2 {
            device.uptime.advance(by: .seconds(30))
            _ = try await device.getNext()
        }
        device.uptime.advance(by: .seconds(30) + .milliseconds(1))
        #expect(await status { _ = try await device.getNext() } == .notAllowed)
        #expect(await status { _ = try await device.getNext() } == .notAllowed)
    }

    @Test("Another command, another channel or a power cycle ends getNextAssertion")
    func anyOtherCommandEndsThem() async throws {
        let device = Device()
        _ = try await device.fill(2)
        let others: [CTAPCommand] = [
            .getInfo, .selection, .clientPIN(.init(.getPINRetries)), .makeCredential(.sample()),
            .getAssertion(.sample(rpID: "other.example")), .credentialManagement(.init(.getCredsMetadata)),
        ]
        for command in others {
            _ = try await device.get()
            _ = try? await device.send(command)
            #expect(await status { _ = try await device.getNext() } == .notAllowed)
        }
        for end in [device.key.powerCycle, device.key.channelChanged] {
            _ = try await device.get()
            end()
            #expect(await status { _ = try await device.getNext() } == .notAllowed)
        }
        #expect(await status { _ = try await Device().getNext() } == .notAllowed)
    }

    @Test("getNextAssertion ends when its token expires")
    func theyEndWithTheirToken() async throws {
        let device = Device()
        _ = try await device.fill(30)
        try await device.setPIN()
        _ = try await device.get(.sample(token: try await device.token()))
        // A token lives for at most ten minutes.
        for _ in 0..<23 {
            device.uptime.advance(by: .seconds(25))
            _ = try await device.getNext()
        }
        device.uptime.advance(by: .seconds(25))
        #expect(await status { _ = try await device.getNext() } == .notAllowed)
    }

    @Test("getNextAssertion reports no credentials if its credential was deleted")
    func aCredentialThatIsGoneIsNone() async throws {
        let device = Device()
        let ids = try await device.fill(2)
        _ = try await device.get()
        device.storage.delete(rpID: Sample.rpID, id: ids[0])
        #expect(await status { _ = try await device.getNext() } == .noCredentials)
    }
}

extension Device {
    /// Makes discoverable credentials for users 1 and up.
    /// - Returns: Their IDs.
    func fill(_ count: UInt8) async throws -> [[UInt8]] {
        var ids: [[UInt8]] = []
        for user in 1...count {
            ids.append(try await make(.sample(user: Sample.user(user), options: .init(rk: true))).credentialID)
        }
        return ids
    }
}
