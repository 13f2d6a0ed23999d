import CTAP
import Testing
import ToqueCrypto

@testable import SoftAuthenticator

@Suite("authenticatorLargeBlobs")
struct CTAPLargeBlobsTests {
    private typealias Command = AuthenticatorLargeBlobs

    /// An array with the structure that an authenticator checks.
    private static func array(_ count: Int) -> [UInt8] {
        let content = SeededRandom(seed: "array").bytes(count - 16)
        return content + Digest.sha256(content).prefix(16)
    }

    private static let array = array(3000)

    // MARK: Reading

    @Test("A new authenticator has the initial large-blob array")
    func atFirstThereIsTheEmptyArray() async throws {
        #expect(try await Device().readLargeBlobs() == SerializedLargeBlobArray.initial)
    }

    @Test("The array can be read in fragments of any offset and length")
    func itIsReadInAnyPieces() async throws {
        let device = Device()
        let array = Self.array(9000)
        try await device.writeLargeBlobs(array)
        #expect(try await device.readLargeBlobs(7545) == Array(array[..<7545]))
        #expect(try await device.readLargeBlobs(7545, from: 7545) == Array(array[7545...]))
        #expect(try await device.readLargeBlobs(1, from: 8999) == Array(array[8999...]))
        #expect(try await device.readLargeBlobs(100, from: 9000).isEmpty)
        #expect(try await device.readLargeBlobs(0, from: 17).isEmpty)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let command: AuthenticatorLargeBlobs
        let status: CTAPStatus
    }

    /// Commands that are wrong for any stored array, in the order of the checks.
    static let wrong: [Case] = [
        .init(testDescription: "no offset", command: .init(get: 1, offset: nil), status: .invalidParameter),
        .init(testDescription: "neither", command: .init(offset: 0), status: .invalidParameter),
        .init(testDescription: "both", command: .init(get: 1, set: [1], offset: 0), status: .invalidParameter),
        .init(
            testDescription: "get with a length", command: .init(get: 9999, offset: 0, length: 17),
            status: .invalidParameter),
        .init(
            testDescription: "get with pinUvAuthParam", command: .init(get: 9999, offset: 0, pinUvAuthParam: [1]),
            status: .invalidParameter),
        .init(
            testDescription: "get with a protocol", command: .init(get: 9999, offset: 0, pinUvAuthProtocol: 2),
            status: .invalidParameter),
        .init(testDescription: "get too much", command: .init(get: 7546, offset: 99), status: .invalidLength),
        .init(testDescription: "get everything", command: .init(get: .max, offset: 99), status: .invalidLength),
        .init(testDescription: "get beyond the end", command: .init(get: 1, offset: 18), status: .invalidParameter),
        .init(testDescription: "get far beyond", command: .init(get: 1, offset: .max), status: .invalidParameter),
        .init(
            testDescription: "set too much", command: .init(set: .init(repeating: 0, count: 7546), offset: 0),
            status: .invalidLength),
        .init(testDescription: "set without a length", command: .init(set: [1], offset: 0), status: .invalidParameter),
        .init(
            testDescription: "set beyond the capacity", command: .init(set: [1], offset: 0, length: 65_537),
            status: .largeBlobStorageFull),
        .init(
            testDescription: "set far beyond", command: .init(set: [1], offset: 0, length: .max),
            status: .largeBlobStorageFull),
        .init(
            testDescription: "set less than there is", command: .init(set: [1], offset: 0, length: 16),
            status: .invalidParameter),
        .init(
            testDescription: "set a length later", command: .init(set: [1], offset: 1, length: 17),
            status: .invalidParameter),
        .init(testDescription: "set out of the blue", command: .init(set: [1], offset: 1), status: .invalidSeq),
        .init(testDescription: "set out of nowhere", command: .init(set: [1], offset: .max), status: .invalidSeq),
    ]

    @Test("A wrong command is refused with its own status, with and without a PIN", arguments: wrong, [false, true])
    func wrongCommand(_ example: Case, isProtected: Bool) async throws {
        let device = Device()
        if isProtected { try await device.setPIN() }
        // The authenticator checks protection after all of these.
        #expect(await status { _ = try await device.send(.largeBlobs(example.command)) } == example.status)
        #expect(try await device.readLargeBlobs() == SerializedLargeBlobArray.initial)
    }

    // MARK: Writing

    @Test("The array can be written in fragments of any length", arguments: [1, 17, 960, 1984, 7545], [false, true])
    func writes(fragmentSize: Int, isProtected: Bool) async throws {
        let device = Device()
        if isProtected { try await device.setPIN() }
        let token = isProtected ? try await device.token(.largeBlobWrite, rpID: nil) : nil
        let array = fragmentSize == 1 ? Self.array(40) : Self.array
        try await device.writeLargeBlobs(array, fragmentSize: fragmentSize, token: token)
        #expect(try await device.readLargeBlobs() == array)
        try await device.writeLargeBlobs(SerializedLargeBlobArray.initial, token: token)
        #expect(try await device.readLargeBlobs() == SerializedLargeBlobArray.initial)
    }

    @Test("An array of the full capacity can be written")
    func theWholeCapacityCanBeWritten() async throws {
        let device = Device()
        let capacity = try #require(try await device.getInfo().maxSerializedLargeBlobArray)
        #expect(capacity >= 1024)
        let array = Self.array(capacity)
        try await device.writeLargeBlobs(array, fragmentSize: 7545)
        #expect(device.storage.largeBlobArray() == array)
    }

    @Test("A write takes effect only with its last fragment")
    func nothingCountsBeforeItIsWhole() async throws {
        let device = Device()
        try await device.writeLargeBlobs(Device.fragment(Array(Self.array[..<2999]), length: 3000))
        #expect(try await device.readLargeBlobs() == SerializedLargeBlobArray.initial)
        // A read is the same command, and does not end the write.
        try await device.writeLargeBlobs(Device.fragment([Self.array[2999]], at: 2999))
        #expect(try await device.readLargeBlobs() == Self.array)
    }

    @Test("An array with a wrong hash is refused and leaves the old one in place")
    func aWrongHashKeepsTheOldArray() async throws {
        let device = Device()
        try await device.writeLargeBlobs(Self.array)
        var wrong = Self.array(2000)
        wrong[5] ^= 1
        try await device.writeLargeBlobs(Device.fragment(Array(wrong[..<1000]), length: 2000))
        let last = Device.fragment(Array(wrong[1000...]), at: 1000)
        #expect(await status { try await device.writeLargeBlobs(last) } == .integrityFailure)
        #expect(try await device.readLargeBlobs() == Self.array)
        // The write was discarded.
        #expect(await status { try await device.writeLargeBlobs(last) } == .invalidSeq)
    }

    @Test("A fragment at a wrong offset or past the end is refused")
    func offsetsFollowOneAnother() async throws {
        let device = Device()
        try await device.writeLargeBlobs(Device.fragment(Array(Self.array[..<1000]), length: 3000))
        for offset in [1, 999, 1001, 3000] as [UInt64] {
            let fragment = Device.fragment([0], at: offset)
            #expect(await status { try await device.writeLargeBlobs(fragment) } == .invalidSeq)
        }
        let tooLong = Device.fragment(Array(Self.array[1000...]) + [0], at: 1000)
        #expect(await status { try await device.writeLargeBlobs(tooLong) } == .invalidParameter)
        try await device.writeLargeBlobs(Device.fragment(Array(Self.array[1000...]), at: 1000))
        #expect(try await device.readLargeBlobs() == Self.array)
    }

    @Test("A first fragment that exceeds the given length is refused")
    func tooLongAFirstFragmentIsRefused() async throws {
        let device = Device()
        let fragment = Device.fragment([UInt8](repeating: 0, count: 18), length: 17)
        #expect(await status { try await device.writeLargeBlobs(fragment) } == .invalidParameter)
    }

    @Test("A new first fragment discards the write in progress")
    func whoeverBeginsAnewDropsWhatWasBegun() async throws {
        let device = Device()
        try await device.writeLargeBlobs(Device.fragment(Array(Self.array[..<1000]), length: 3000))
        try await device.writeLargeBlobs(Self.array(500))
        #expect(try await device.readLargeBlobs() == Self.array(500))
        let old = Device.fragment(Array(Self.array[1000...]), at: 1000)
        #expect(await status { try await device.writeLargeBlobs(old) } == .invalidSeq)
    }

    // MARK: What drops a write

    enum Interruption: CaseIterable {
        case command, channel, power
    }

    @Test(
        "Another command, another channel or a power cycle discards a write in progress",
        arguments: Interruption.allCases)
    func interruption(_ interruption: Interruption) async throws {
        let device = Device()
        try await device.writeLargeBlobs(Device.fragment(Array(Self.array[..<1000]), length: 3000))
        switch interruption {
        case .command: _ = try await device.getInfo()
        case .channel: device.key.channelChanged()
        case .power: device.key.powerCycle()
        }
        let next = Device.fragment(Array(Self.array[1000...]), at: 1000)
        #expect(await status { try await device.writeLargeBlobs(next) } == .invalidSeq)
        #expect(try await device.readLargeBlobs() == SerializedLargeBlobArray.initial)
    }

    @Test("A write in progress ends when its token expires")
    func itEndsWithItsToken() async throws {
        let device = Device()
        try await device.setPIN()
        let token = try await device.token(.largeBlobWrite, rpID: nil)
        let first = Device.fragment(Array(Self.array[..<1000]), length: 3000, token: token)
        try await device.writeLargeBlobs(first)
        device.uptime.advance(by: .seconds(601))
        let next = Device.fragment(Array(Self.array[1000...]), at: 1000, token: token)
        #expect(await status { try await device.writeLargeBlobs(next) } == .invalidSeq)
        #expect(await status { try await device.writeLargeBlobs(first) } == .pinAuthInvalid)
    }

    @Test("A reset brings back the initial array")
    func aResetBringsTheEmptyArray() async throws {
        let device = Device()
        try await device.writeLargeBlobs(Self.array)
        _ = try await device.send(.reset)
        #expect(try await device.readLargeBlobs() == SerializedLargeBlobArray.initial)
    }

    @Test("The array survives a power cycle and a restart")
    func itOutlivesAPowerCycle() async throws {
        let storage = MemoryCredentialStore()
        let device = Device(storage: storage)
        try await device.writeLargeBlobs(Self.array)
        device.key.powerCycle()
        #expect(try await device.readLargeBlobs() == Self.array)
        #expect(try await Device(storage: storage).readLargeBlobs() == Self.array)
    }

    @Test(
        "A write that the storage refuses fails and can be repeated",
        arguments: [
            (CredentialStorageError.Code.diskFull, CTAPStatus.largeBlobStorageFull), (.readOnly, .other),
        ])
    func fault(_ failure: CredentialStorageError.Code, _ expected: CTAPStatus) async throws {
        let storage = WatchedStorage()
        (storage.failing, storage.failure) = ("setLargeBlobArray", failure)
        let key = SoftAuthenticator(profile: .securityKey, storage: storage)
            .ctapProcessor(interaction: ScriptedInteraction(.approve), userActionTimeout: nil)
        let command = CTAPCommand.largeBlobs(Device.fragment(Self.array, length: 3000))
        #expect(await status { _ = try await key.process(command) { _ in } } == expected)
        storage.failing = nil
        #expect(await status { _ = try await key.process(command) { _ in } } == nil)
    }

    // MARK: The token

    @Test(
        "With a PIN, each write requires a token that covers fragment and offset", arguments: PINUVAuthProtocol.allCases
    )
    func aProtectedDeviceWantsAToken(_ version: PINUVAuthProtocol) async throws {
        let device = Device()
        try await device.setPIN()
        let token = try await device.token(.largeBlobWrite, rpID: nil, version: version)
        var command = Device.fragment(Self.array, length: 3000, token: token)
        command.pinUvAuthProtocol = nil
        #expect(await status { try await device.writeLargeBlobs(command) } == .missingParameter)
        command.pinUvAuthProtocol = 3
        #expect(await status { try await device.writeLargeBlobs(command) } == .invalidParameter)
        command.pinUvAuthProtocol = token.protocolNumber
        for change in [0, 15] {
            var wrong = command
            wrong.pinUvAuthParam?[change] ^= 1
            #expect(await status { try await device.writeLargeBlobs(wrong) } == .pinAuthInvalid)
        }
        // The signature of another fragment, and of another offset.
        var other = command
        other.set?[0] ^= 1
        #expect(await status { try await device.writeLargeBlobs(other) } == .pinAuthInvalid)
        try await device.writeLargeBlobs(
            Device.fragment(Array(Self.array[..<1000]), length: 3000, token: token))
        let moved = Device.fragment(Array(Self.array[1000...]), at: 2000, token: token)
        var claimed = moved
        claimed.offset = 1000
        #expect(await status { try await device.writeLargeBlobs(claimed) } == .pinAuthInvalid)
        command.pinUvAuthParam = nil
        #expect(await status { try await device.writeLargeBlobs(command) } == .puatRequired)
        command.pinUvAuthProtocol = nil
        #expect(await status { try await device.writeLargeBlobs(command) } == .puatRequired)
        #expect(try await device.readLargeBlobs() == SerializedLargeBlobArray.initial)
    }

    @Test("A write is refused if its token lacks the permission")
    func theTokenNeedsThePermission() async throws {
        let device = Device()
        try await device.setPIN()
        let token = try await device.token([.makeCredential, .getAssertion])
        let command = Device.fragment(Self.array, length: 3000, token: token)
        #expect(await status { try await device.writeLargeBlobs(command) } == .pinAuthInvalid)
    }

    /// Section 6.5.2.1: a ceremony removes every other permission.
    @Test("A token keeps the permission to write large blobs after a ceremony")
    func theTokenStaysGoodAfterACeremony() async throws {
        let device = Device()
        try await device.setPIN()
        let token = try await device.token([.makeCredential, .getAssertion, .largeBlobWrite])
        _ = try await device.make(.sample(token: token))
        #expect(await status { _ = try await device.get(.sample(token: token)) } == .pinAuthInvalid)
        try await device.writeLargeBlobs(Self.array, token: token)
        #expect(try await device.readLargeBlobs() == Self.array)
    }

    @Test("Without a PIN, a write ignores pinUvAuthParam")
    func anUnprotectedDeviceLooksAtNoToken() async throws {
        let device = Device()
        var command = Device.fragment(Self.array, length: 3000)
        (command.pinUvAuthParam, command.pinUvAuthProtocol) = ([1], 9)
        try await device.writeLargeBlobs(command)
        #expect(try await device.readLargeBlobs() == Self.array)
    }

    @Test("With alwaysUv, a write requires a token even if no PIN is set")
    func alwaysUvWantsATokenThatThereIsNot() async throws {
        let device = Device()
        device.storage.updateSettings { $0.alwaysUv = true }
        let command = Device.fragment(Self.array, length: 3000)
        #expect(await status { try await device.writeLargeBlobs(command) } == .puatRequired)
        try await device.setPIN()
        let token = try await device.token(.largeBlobWrite, rpID: nil)
        try await device.writeLargeBlobs(Self.array, token: token)
        #expect(try await device.readLargeBlobs() == Self.array)
    }
}
