import CTAP
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

/// getCredsMetadata and the two enumerations.
struct EnumerationTests {
    typealias Management = AuthenticatorCredentialManagement

    @Test("The metadata returns the count of discoverable credentials and the free room")
    func metadata() throws {
        let bench = try PINBench()
        let token = try bench.token(.credentialManagement)
        for (saved, existing, remaining) in [(0, 0, 2), (1, 1, 1), (1, 2, 0), (1, 3, 0)] {
            for _ in 0..<saved { try bench.save(user: UInt8(existing)) }
            try bench.save(user: 99, id: [UInt8(existing)], isDiscoverable: false)
            bench.capacity = 2
            let response = try bench.manage(bench.signed(.getCredsMetadata, token))
            #expect(response.existingResidentCredentialsCount == existing)
            #expect(response.maxPossibleRemainingResidentCredentialsCount == remaining)
        }
    }

    @Test("RPs with discoverable credentials are listed, each once, with their hashes")
    func relyingParties() throws {
        let bench = try PINBench()
        for (rpID, user) in [("a.example", 1), ("b.example", 1), ("a.example", 2), ("c.example", 1)]
            as [(String, UInt8)]
        {
            try bench.save(rpID, user: user)
        }
        try bench.save("hidden.example", isDiscoverable: false)
        let token = try bench.token(.credentialManagement)
        let first = try bench.manage(bench.signed(.enumerateRPsBegin, token))
        #expect(first.totalRPs == 3)
        var expected = Management.Response()
        expected.rpID = "a.example"
        expected.rpIDHash = Digest.sha256("a.example")
        #expect(try bench.next(.enumerateRPsGetNextRP) == expected)
        #expect(try bench.next(.enumerateRPsGetNextRP).rpID == "b.example")
        #expect(status { try bench.next(.enumerateRPsGetNextRP) } == .notAllowed)
        #expect(try bench.relyingParties(token) == ["c.example", "a.example", "b.example"])
    }

    @Test("A credential is described in full")
    func description() throws {
        let bench = try PINBench()
        let credential = try bench.save(protection: .userVerificationRequired, isForThirdPartyPayment: true)
        let token = try bench.token(.credentialManagement)
        var expected = Management.Response()
        expected.user = credential.user
        expected.credentialID = CTAPCredentialDescriptor(id: credential.id)
        expected.publicKey = credential.publicKey
        expected.totalCredentials = 1
        expected.credProtect = 3
        expected.thirdPartyPayment = true
        #expect(try bench.manage(bench.signed(.enumerateCredentialsBegin, token, rpID: Sample.rpID)) == expected)
    }

    @Test("All discoverable credentials of an RP are listed, with a bound token as with an unbound one")
    func credentials() throws {
        let bench = try PINBench()
        let ids = try (1...5).map { try bench.save(user: $0).id }
        try bench.save(user: 9, isDiscoverable: false)
        try bench.save("other.example")
        for rpID in [nil, Sample.rpID] {
            let token = try bench.token(.credentialManagement, rpID: rpID)
            #expect(try bench.credentials(token) == ids.reversed())
            #expect(status { try bench.next(.enumerateCredentialsGetNextCredential) } == .notAllowed)
        }
    }

    @Test("Without discoverable credentials, an enumeration reports that there are none")
    func nothing() throws {
        let bench = try PINBench()
        try bench.save(isDiscoverable: false)
        let token = try bench.token(.credentialManagement)
        #expect(status { try bench.manage(bench.signed(.enumerateRPsBegin, token)) } == .noCredentials)
        #expect(
            status { try bench.manage(bench.signed(.enumerateCredentialsBegin, token, rpID: Sample.rpID)) }
                == .noCredentials)
        var command = bench.signed(.enumerateCredentialsBegin, token, rpID: Sample.rpID)
        command.rpIDHash = [1, 2, 3]
        #expect(status { try bench.manage(command) } == .noCredentials)
        for next in [Management.SubCommand.enumerateRPsGetNextRP, .enumerateCredentialsGetNextCredential] {
            #expect(status { try bench.next(next) } == .notAllowed)
        }
    }

    // MARK: Between two steps

    enum Kind: CaseIterable {
        case relyingParties, credentials

        var next: Management.SubCommand {
            self == .credentials ? .enumerateCredentialsGetNextCredential : .enumerateRPsGetNextRP
        }

        /// A bench on which an enumeration of three is in progress.
        func begin() throws -> (PINBench, PINBench.Token) {
            let bench = try PINBench()
            for number in 1...3 as ClosedRange<UInt8> {
                try bench.save(self == .credentials ? Sample.rpID : "rp\(number).example", user: number)
            }
            let token = try bench.token(.credentialManagement)
            _ = try bench.manage(begin(bench, token))
            return (bench, token)
        }

        func begin(_ bench: PINBench, _ token: PINBench.Token) -> Management {
            self == .credentials
                ? bench.signed(.enumerateCredentialsBegin, token, rpID: Sample.rpID)
                : bench.signed(.enumerateRPsBegin, token)
        }
    }

    @Test("An enumeration waits 30 s for each step", arguments: Kind.allCases)
    func stepLimit(_ kind: Kind) throws {
        let (bench, _) = try kind.begin()
        bench.uptime.advance(.seconds(30) - .nanoseconds(1))
        #expect(status { try bench.next(kind.next) } == .ok)
        bench.uptime.advance(.seconds(30))
        #expect(status { try bench.next(kind.next) } == .notAllowed)
        #expect(status { try bench.next(kind.next) } == .notAllowed)
    }

    @Test(
        "Another command, another token or a power cycle ends an enumeration", arguments: Kind.allCases,
        [
            { bench, _ in bench.management.forget() },
            { bench, _ in bench.powerCycle() },
            { bench, _ in bench.state.resetTokens() },
            { bench, _ in _ = try bench.token(.credentialManagement) },
            { bench, _ in try bench.send(bench.command(.changePIN)) },
            { bench, token in _ = try bench.manage(bench.signed(.getCredsMetadata, token)) },
            { bench, _ in _ = try? bench.manage(Management(.getCredsMetadata)) },
            { bench, token in _ = try? bench.manage(bench.signed(.deleteCredential, token, credential: [1])) },
        ] as [@Sendable (PINBench, PINBench.Token) throws -> Void])
    func interruption(_ kind: Kind, _ interrupt: @Sendable (PINBench, PINBench.Token) throws -> Void) throws {
        let (bench, token) = try kind.begin()
        try interrupt(bench, token)
        #expect(status { try bench.next(kind.next) } == .notAllowed)
    }

    @Test("An enumeration ends with its token", arguments: Kind.allCases)
    func tokenEnds(_ kind: Kind) throws {
        let (bench, token) = try kind.begin()
        bench.uptime.advance(.seconds(590))
        _ = try bench.manage(kind.begin(bench, token))
        bench.uptime.advance(.seconds(9))
        #expect(status { try bench.next(kind.next) } == .ok)
        bench.uptime.advance(.seconds(1))
        #expect(status { try bench.next(kind.next) } == .notAllowed)
    }

    @Test("The next step of one enumeration does not continue the other", arguments: Kind.allCases)
    func otherKind(_ kind: Kind) throws {
        let (bench, _) = try kind.begin()
        for other in Kind.allCases where other != kind {
            #expect(status { try bench.next(other.next) } == .notAllowed)
        }
        #expect(status { try bench.next(kind.next) } == .notAllowed)
    }

    @Test("A second begin restarts the enumeration", arguments: Kind.allCases)
    func startOver(_ kind: Kind) throws {
        let (bench, token) = try kind.begin()
        #expect(status { try bench.next(kind.next) } == .ok)
        _ = try bench.manage(kind.begin(bench, token))
        #expect(status { try bench.next(kind.next) } == .ok)
        #expect(status { try bench.next(kind.next) } == .ok)
        #expect(status { try bench.next(kind.next) } == .notAllowed)
    }

    @Test("An enumeration skips credentials deleted meanwhile and does not list new ones")
    func deletedMeanwhile() throws {
        let (bench, _) = try Kind.credentials.begin()
        let credentials = try bench.storage.credentials(rpID: Sample.rpID)
        try bench.storage.delete(rpID: Sample.rpID, id: credentials[1].id)
        try bench.save(user: 4)
        let last = try bench.next(.enumerateCredentialsGetNextCredential)
        #expect(last.credentialID?.id == credentials[2].id)
        #expect(status { try bench.next(.enumerateCredentialsGetNextCredential) } == .notAllowed)

        let (rps, _) = try Kind.relyingParties.begin()
        for credential in try rps.storage.credentials(rpID: "rp2.example") {
            try rps.storage.delete(rpID: "rp2.example", id: credential.id)
        }
        #expect(try rps.next(.enumerateRPsGetNextRP).rpID == "rp1.example")
        #expect(status { try rps.next(.enumerateRPsGetNextRP) } == .notAllowed)
    }

    @Test("Each step of an enumeration reads only the credential that it returns")
    func stepsAreSmall() throws {
        let storage = WatchedStorage()
        let bench = try PINBench(storage: storage)
        for user in 1...200 as ClosedRange<UInt8> { try bench.save(user: user) }
        for number in 1...200 { try bench.save("rp\(number).example") }
        let token = try bench.token(.credentialManagement)
        storage.calls = []
        #expect(try bench.credentials(token).count == 200)
        #expect(storage.calls == ["relyingPartyID", "credentials"] + Array(repeating: "credential", count: 199))
        storage.calls = []
        #expect(try bench.relyingParties(token).count == 201)
        #expect(storage.calls == ["relyingPartyIDs"] + Array(repeating: "relyingPartyID", count: 200))
    }
}
