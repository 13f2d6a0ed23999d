import CTAP
import Testing
import ToqueCrypto

@testable import SoftAuthenticator

/// The persistent pinUvAuthToken, which can only read credentials (`pcmr`, CTAP 2.2).
struct PersistentTokenTests {
    typealias SubCommand = AuthenticatorCredentialManagement.SubCommand

    private static func bench(_ rpIDs: [String] = ["a.example", "b.example"]) throws -> PINBench {
        let bench = try PINBench()
        for (number, rpID) in rpIDs.enumerated() { try bench.save(rpID, user: UInt8(number)) }
        return bench
    }

    private static func token(_ bench: PINBench, _ version: PINUVAuthProtocol = .two) throws -> PINBench.Token {
        try bench.token(.persistentCredentialManagementReadOnly, version)
    }

    @Test(
        "A persistent token reads all credentials, by both protocols", arguments: PINUVAuthProtocol.allCases,
        [false, true])
    func reads(_ version: PINUVAuthProtocol, isPrototype: Bool) throws {
        let bench = try Self.bench()
        let token = try Self.token(bench, version)
        let metadata = try bench.manage(bench.signed(.getCredsMetadata, token, isPrototype: isPrototype))
        #expect(metadata.existingResidentCredentialsCount == 2)
        #expect(try bench.relyingParties(token) == ["b.example", "a.example"])
        #expect(try bench.credentials(token, rpID: "a.example").count == 1)
    }

    @Test("A persistent token neither changes credentials nor authorizes ceremonies")
    func changesNothing() throws {
        let bench = try Self.bench([])
        let credential = try bench.save()
        let token = try Self.token(bench)
        let delete = bench.signed(.deleteCredential, token, credential: credential.id)
        let update = bench.signed(
            .updateUserInformation, token, credential: credential.id, user: credential.user)
        for command in [delete, update] { #expect(status { try bench.manage(command) } == .pinAuthInvalid) }
        #expect(try bench.storage.discoverableCount() == 1)
        #expect(status { try bench.authorize(token) } == .pinAuthInvalid)
    }

    @Test(
        "A persistent token is refused together with another permission",
        arguments: [PINUVAuthPermissions.credentialManagement, .getAssertion, .largeBlobWrite])
    func exclusive(_ other: PINUVAuthPermissions) throws {
        let bench = try Self.bench()
        let permissions = other.union(.persistentCredentialManagementReadOnly)
        #expect(status { try bench.token(permissions, rpID: Sample.rpID) } == .unauthorizedPermission)
        #expect(try !bench.storage.has(.persistentToken))
    }

    @Test("A persistent token stays the same over power cycles, other tokens and wrong PINs")
    func persistent() throws {
        let bench = try Self.bench()
        let token = try Self.token(bench, .one)
        bench.powerCycle()
        bench.uptime.advance(.seconds(3600))
        #expect(try bench.relyingParties(token).count == 2)
        #expect(try Self.token(bench, .two).bytes == token.bytes)
        // Another token, and a wrong PIN.
        _ = try bench.token(.credentialManagement)
        #expect(bench.tryWrongPIN() == .pinInvalid)
        #expect(try bench.relyingParties(token).count == 2)
    }

    @Test("Issuing a persistent token leaves the other token valid")
    func leavesTheOther() throws {
        let bench = try Self.bench()
        let other = try bench.token(.credentialManagement)
        _ = try Self.token(bench)
        #expect(try bench.relyingParties(other).count == 2)
    }

    @Test("A new PIN voids the persistent token", arguments: PINUVAuthProtocol.allCases)
    func newPIN(_ version: PINUVAuthProtocol) throws {
        let bench = try Self.bench()
        let token = try Self.token(bench)
        try bench.send(bench.command(.changePIN, version))
        #expect(status { try bench.relyingParties(token) } == .pinAuthInvalid)
        let next = try bench.token(.persistentCredentialManagementReadOnly, pin: PINBench.newPIN)
        #expect(next.bytes != token.bytes)
        #expect(try bench.relyingParties(next).count == 2)
        #expect(status { try bench.relyingParties(token) } == .pinAuthInvalid)
    }

    @Test("A reset voids the persistent token")
    func reset() throws {
        let bench = try Self.bench()
        let token = try Self.token(bench)
        try bench.storage.reset()
        #expect(status { try bench.relyingParties(token) } == .pinAuthInvalid)
        #expect(try !bench.storage.has(.persistentToken))
    }

    @Test("If no persistent token was issued, an empty or zero key is refused", arguments: PINUVAuthProtocol.allCases)
    func none(_ version: PINUVAuthProtocol) throws {
        let bench = try Self.bench()
        for key in [[], [UInt8](repeating: 0, count: 32)] {
            let token = PINBench.Token(version, SecretBytes(copying: key))
            #expect(status { try bench.relyingParties(token) } == .pinAuthInvalid)
        }
    }

    @Test("A persistent token is not bound to the RP ID of the other token")
    func otherTokensRP() throws {
        let bench = try Self.bench()
        let persistent = try Self.token(bench)
        let bound = try bench.token(.credentialManagement, rpID: "a.example")
        #expect(status { try bench.relyingParties(bound) } == .pinAuthInvalid)
        #expect(try bench.relyingParties(persistent).count == 2)
        #expect(try bench.credentials(persistent, rpID: "b.example").count == 1)
    }

    @Test("An enumeration with a persistent token outlives the other token, with 30 s for each step")
    func enumeration() throws {
        let bench = try Self.bench(["a.example", "b.example", "c.example", "d.example"])
        let token = try Self.token(bench)
        _ = try bench.manage(bench.signed(.enumerateRPsBegin, token))
        bench.uptime.advance(.seconds(29))
        bench.state.resetTokens()
        #expect(status { try bench.next(.enumerateRPsGetNextRP) } == .ok)
        bench.uptime.advance(.seconds(29))
        #expect(status { try bench.next(.enumerateRPsGetNextRP) } == .ok)
        bench.uptime.advance(.seconds(30))
        #expect(status { try bench.next(.enumerateRPsGetNextRP) } == .notAllowed)
    }

    @Test("A wrong signature is refused as usual", arguments: [SubCommand.getCredsMetadata, .enumerateRPsBegin])
    func wrongSignature(_ subCommand: SubCommand) throws {
        let bench = try Self.bench()
        var command = bench.signed(subCommand, try Self.token(bench))
        command.pinUvAuthParam?[0] ^= 1
        #expect(status { try bench.manage(command) } == .pinAuthInvalid)
        command.pinUvAuthParam = nil
        #expect(status { try bench.manage(command) } == .puatRequired)
    }
}
