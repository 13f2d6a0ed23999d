import CTAP
import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

/// deleteCredential and updateUserInformation.
struct CredentialChangeTests {
    typealias Management = AuthenticatorCredentialManagement

    @Test("Deleting a credential leaves the others")
    func delete() throws {
        let bench = try PINBench()
        let credential = try bench.save()
        let other = try bench.save(user: 2)
        let token = try bench.token(.credentialManagement)
        let command = bench.signed(.deleteCredential, token, credential: credential.id)
        #expect(try bench.manage(command) == Management.Response())
        #expect(try bench.storage.credential(rpID: Sample.rpID, id: credential.id) == nil)
        #expect(try bench.credentials(token) == [other.id])
        #expect(status { try bench.manage(command) } == .noCredentials)
    }

    @Test("Only discoverable credentials can be changed, and only public keys are credentials")
    func notThere() throws {
        let bench = try PINBench()
        let hidden = try bench.save(id: [1], isDiscoverable: false)
        let credential = try bench.save(user: 2)
        let token = try bench.token(.credentialManagement)
        for id in [hidden.id, [], [9]] {
            for subCommand in [Management.SubCommand.deleteCredential, .updateUserInformation] {
                let command = bench.signed(subCommand, token, credential: id, user: hidden.user)
                #expect(status { try bench.manage(command) } == .noCredentials)
            }
        }
        var command = bench.signed(.deleteCredential, token, credential: credential.id)
        command.credentialID?.type = "password"
        #expect(status { try bench.manage(command) } == .noCredentials)
        #expect(try bench.storage.discoverableCount() == 1)
    }

    @Test("New names replace the old ones, and empty names remove them")
    func update() throws {
        let bench = try PINBench()
        let credential = try bench.save()
        let token = try bench.token(.credentialManagement)
        for (name, displayName) in [("maria", "Maria"), ("", "M"), ("", "")] {
            let user = PublicKeyCredentialUserEntity(id: credential.user.id, name: name, displayName: displayName)
            let command = bench.signed(.updateUserInformation, token, credential: credential.id, user: user)
            #expect(try bench.manage(command) == Management.Response())
            #expect(try bench.storage.credential(rpID: Sample.rpID, id: credential.id)?.user == user)
        }
    }

    @Test("Names that are too long are cut, as at registration")
    func truncation() throws {
        let bench = try PINBench()
        let credential = try bench.save()
        let token = try bench.token(.credentialManagement)
        let user = PublicKeyCredentialUserEntity(
            id: credential.user.id, name: String(repeating: "é", count: 500), displayName: "")
        _ = try bench.manage(bench.signed(.updateUserInformation, token, credential: credential.id, user: user))
        #expect(try bench.storage.credential(rpID: Sample.rpID, id: credential.id)?.user == user.truncated)
    }

    @Test("Updating a user keeps the user handle")
    func otherUser() throws {
        let bench = try PINBench()
        let credential = try bench.save()
        let token = try bench.token(.credentialManagement)
        let command = bench.signed(.updateUserInformation, token, credential: credential.id, user: Sample.user(2))
        #expect(status { try bench.manage(command) } == .invalidParameter)
        #expect(try bench.storage.credential(rpID: Sample.rpID, id: credential.id)?.user == credential.user)
    }
}
