import CTAP
import Testing
import ToqueCrypto

@testable import SoftAuthenticator

/// encIdentifier and encCredStoreState of authenticatorGetInfo.
@Suite("Members of getInfo for the persistent token")
struct EncryptedStateTests {
    private static func device() async throws -> (Device, Device.Token) {
        let device = Device()
        try await device.setPIN()
        return (device, try await device.token(.persistentCredentialManagementReadOnly, rpID: nil))
    }

    /// Decrypts a member, as a platform does.
    private static func open(_ encrypted: [UInt8]?, info: String, _ token: Device.Token) throws -> [UInt8] {
        let encrypted = try #require(encrypted)
        #expect(encrypted.count == 32)
        let key = HKDF.derive(
            from: SecretBytes(copying: token.bytes), salt: [UInt8](repeating: 0, count: 32), info: Array(info.utf8),
            count: 16)
        return try AESCBC.decrypt(encrypted[16...], key: key, initializationVector: Array(encrypted[..<16]))
            .withUnsafeBytes { Array($0) }
    }

    private static func identifier(_ device: Device, _ token: Device.Token) async throws -> [UInt8] {
        try open(try await device.getInfo().encIdentifier, info: "encIdentifier", token)
    }

    private static func state(_ device: Device, _ token: Device.Token) async throws -> [UInt8] {
        try open(try await device.getInfo().encCredStoreState, info: "encCredStoreState", token)
    }

    @Test("getInfo has encrypted identifier and state only while a persistent token exists")
    func presence() async throws {
        let device = Device()
        try await device.setPIN()
        for _ in 0..<2 {
            #expect(try await device.getInfo().encIdentifier == nil)
            #expect(try await device.getInfo().encCredStoreState == nil)
            _ = try await device.token(.credentialManagement, rpID: nil)
        }
        _ = try await device.token(.persistentCredentialManagementReadOnly, rpID: nil)
        #expect(try await device.getInfo().encIdentifier != nil)
        #expect(try await device.getInfo().encCredStoreState != nil)
        try await device.changePIN(to: "5678")
        #expect(try await device.getInfo().encIdentifier == nil)
        #expect(try await device.getInfo().encCredStoreState == nil)
    }

    @Test("Each answer is encrypted anew")
    func fresh() async throws {
        let (device, _) = try await Self.device()
        var seen: Set<[UInt8]> = []
        for _ in 0..<3 {
            let info = try await device.getInfo()
            seen.insert(try #require(info.encIdentifier))
            seen.insert(try #require(info.encCredStoreState))
        }
        #expect(seen.count == 6)
    }

    @Test("The identifier stays until a reset, whatever the PIN is")
    func identifier() async throws {
        let (device, token) = try await Self.device()
        let identifier = try await Self.identifier(device, token)
        device.key.powerCycle()
        #expect(try await Self.identifier(device, token) == identifier)
        try await device.changePIN(to: "5678")
        let next = try await device.token(.persistentCredentialManagementReadOnly, rpID: nil, pin: "5678")
        #expect(try await Self.identifier(device, next) == identifier)
        _ = try await device.send(.reset)
        #expect(try await device.getInfo().encIdentifier == nil)
        try await device.setPIN()
        let last = try await device.token(.persistentCredentialManagementReadOnly, rpID: nil)
        #expect(try await Self.identifier(device, last) != identifier)
    }

    @Test("The state changes only with the discoverable credentials")
    func credentialStoreState() async throws {
        let (device, token) = try await Self.device()
        var last = try await Self.state(device, token)
        func hasChanged() async throws -> Bool {
            let state = try await Self.state(device, token)
            defer { last = state }
            return state != last
        }
        let bound = try await device.make().credentialID
        #expect(try await !hasChanged())
        let make = AuthenticatorMakeCredential.sample(options: .init(rk: true), token: try await device.token())
        let id = try await device.make(make).credentialID
        #expect(try await hasChanged())
        _ = try await device.get(.sample(allow: [bound]))
        _ = try await device.get(.sample(allow: [id]))
        device.key.powerCycle()
        #expect(try await !hasChanged())
        // Registering the same user again is a change too.
        _ = try await device.make(.sample(options: .init(rk: true), token: try await device.token()))
        #expect(try await hasChanged())
        #expect(try await device.storage.updateUser(Sample.user, rpID: Sample.rpID, id: device.get().credential.id))
        #expect(try await hasChanged())
        let other = try await device.authenticator.make(Sample.make(user: Sample.user(2), requireResidentKey: true))
        #expect(try await hasChanged())
        try await device.deleteCredential(try #require(try other.authenticatorData.attestedCredentialData).credentialID)
        #expect(try await hasChanged())
        #expect(try await !hasChanged())
    }
}
