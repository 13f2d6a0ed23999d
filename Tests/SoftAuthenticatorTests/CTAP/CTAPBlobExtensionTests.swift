import CTAP
import Testing
import ToqueCBOR
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("credBlob and largeBlobKey of the CTAP face")
struct CTAPBlobExtensionTests {
    // MARK: credBlob

    @Test("A discoverable credential keeps a credBlob of at most 64 bytes", arguments: [0, 1, 32, 64, 65, 1000])
    func credBlob(_ count: Int) async throws {
        let device = Device()
        let blob = [UInt8](repeating: 7, count: count)
        let made = try await device.make(.sample(extensions: .init(credBlob: blob), options: .init(rk: true)))
        #expect(try made.data.extensions == CBORMap([("credBlob", .bool(count <= 64))]))
        let signed = try await device.get(
            .sample(allow: [try made.credentialID], extensions: .init(credBlob: true)))
        #expect(try signed.data.extensions == CBORMap([("credBlob", .bytes(count <= 64 ? blob : []))]))
        for extensions in [AuthenticatorGetAssertion.Extensions(), .init(credBlob: false)] {
            #expect(try await device.get(.sample(extensions: extensions)).data.extensions == nil)
        }
    }

    @Test("A non-discoverable credential keeps no credBlob")
    func aCredentialInItsIDHasNoRoomForOne() async throws {
        let device = Device()
        let made = try await device.make(.sample(extensions: .init(credBlob: [1])))
        #expect(try made.data.extensions == CBORMap([("credBlob", false)]))
        let signed = try await device.get(
            .sample(allow: [try made.credentialID], extensions: .init(credBlob: true)))
        #expect(try signed.data.extensions == CBORMap([("credBlob", .bytes([]))]))
    }

    @Test("getNextAssertion returns the credBlob and largeBlobKey of its own credential")
    func theNextAssertionHasItsOwn() async throws {
        let device = Device()
        for user in [1, 2] as [UInt8] {
            _ = try await device.make(
                .sample(
                    user: Sample.user(user), extensions: .init(credBlob: [user], largeBlobKey: user == 1 ? true : nil),
                    options: .init(rk: true)))
        }
        _ = try await device.get(.sample(extensions: .init(credBlob: true, largeBlobKey: true)))
        let next = try await device.getNext()
        #expect(try next.data.extensions == CBORMap([("credBlob", .bytes([1]))]))
        #expect(next.largeBlobKey?.count == 32)
    }

    /// The request reader refuses values that are not byte strings or booleans.
    @Test("A credBlob that is not a byte string is refused")
    func wrongTypesAreRefused() async throws {
        var make = AuthenticatorMakeCredential.sample()
        make.extensions = .init(credBlob: [1])
        let request = CTAPCommand.makeCredential(make).encoded
        // {"credBlob": h'01'} becomes {"credBlob": 1}.
        let wanted: [UInt8] = Array("credBlob".utf8) + [0x41, 0x01]
        let index = try #require(request.indices.first { request[$0...].starts(with: wanted) })
        let changed = Array(request[..<index] + wanted[..<8] + [0x01] + request[(index + 10)...])
        #expect(throws: CTAPStatus.cborUnexpectedType) { try CTAPCommand(decoding: changed) }
    }

    // MARK: largeBlobKey

    @Test("A discoverable credential keeps its own largeBlobKey over power cycles")
    func aDiscoverableCredentialHasAKey() async throws {
        let device = Device()
        let made = try await device.make(.sample(extensions: .init(largeBlobKey: true), options: .init(rk: true)))
        let key = try #require(made.largeBlobKey)
        #expect(key.count == 32)
        #expect(try made.data.extensions == nil)
        let id = try made.credentialID
        let signed = try await device.get(.sample(allow: [id], extensions: .init(largeBlobKey: true)))
        #expect(signed.largeBlobKey == key)
        #expect(try signed.data.extensions == nil)
        #expect(try await device.get(.sample(allow: [id])).largeBlobKey == nil)
        let other = try await device.make(
            .sample(user: Sample.user(2), extensions: .init(largeBlobKey: true), options: .init(rk: true)))
        #expect(other.largeBlobKey != key)
        device.key.powerCycle()
        let later = try await device.get(.sample(allow: [id], extensions: .init(largeBlobKey: true)))
        #expect(later.largeBlobKey == key)
    }

    @Test("A credential that was made without largeBlobKey has none")
    func aCredentialMadeWithoutItHasNone() async throws {
        let device = Device()
        let made = try await device.make(.sample(options: .init(rk: true)))
        #expect(made.largeBlobKey == nil)
        #expect(try await device.get(.sample(extensions: .init(largeBlobKey: true))).largeBlobKey == nil)
        let inID = try await device.make().credentialID
        let signed = try await device.get(.sample(allow: [inID], extensions: .init(largeBlobKey: true)))
        #expect(signed.largeBlobKey == nil)
    }

    @Test("largeBlobKey is refused if it is false or rk is not set")
    func misuseIsRefused() async throws {
        let device = Device()
        for (key, rk) in [(true, nil), (true, false), (false, true), (false, nil)] as [(Bool, Bool?)] {
            let command = AuthenticatorMakeCredential.sample(
                extensions: .init(largeBlobKey: key), options: .init(rk: rk))
            #expect(await status { _ = try await device.make(command) } == .invalidOption)
        }
        #expect(device.storage.discoverableCount() == 0)
        _ = try await device.make(.sample(options: .init(rk: true)))
        let command = AuthenticatorGetAssertion.sample(extensions: .init(largeBlobKey: false))
        #expect(await status { _ = try await device.get(command) } == .invalidOption)
    }

    @Test("Credential management returns the largeBlobKey of each credential")
    func managementTellsTheKey() async throws {
        let device = Device()
        try await device.setPIN()
        let made = try await device.make(
            .sample(
                extensions: .init(largeBlobKey: true), options: .init(rk: true), token: try await device.token()))
        _ = try await device.make(
            .sample(user: Sample.user(2), options: .init(rk: true), token: try await device.token()))
        // Newest first.
        let first = try await device.firstCredential()
        #expect(first.largeBlobKey == nil)
        let next = CTAPCommand.credentialManagement(.init(.enumerateCredentialsGetNextCredential))
        guard case .credentialManagement(let second) = try await device.send(next) else {
            throw Device.UnexpectedResponse()
        }
        #expect(second.credentialID?.id == (try made.credentialID))
        #expect(second.largeBlobKey == made.largeBlobKey)
    }
}

extension Device {
    /// enumerateCredentialsBegin.
    fileprivate func firstCredential() async throws -> AuthenticatorCredentialManagement.Response {
        let token = try await token(.credentialManagement, rpID: nil)
        let hash = RelyingPartyID(Sample.rpID).hash
        // {1: rpIDHash}
        let parameters = [0xA1, 0x01, 0x58, 0x20] + hash
        let answer = try await send(
            .credentialManagement(
                .init(
                    .enumerateCredentialsBegin, rpIDHash: hash, encodedParameters: parameters,
                    pinUvAuthProtocol: token.protocolNumber, pinUvAuthParam: token.authenticate([0x04] + parameters))))
        guard case .credentialManagement(let response) = answer else { throw UnexpectedResponse() }
        return response
    }
}
