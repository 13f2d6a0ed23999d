import CTAP
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Blobs, the PIN's length and AppIDs of the WebAuthn face")
struct BlobExtensionTests {
    private static let appID = "https://shop.example/u2f.json"

    private static func make(
        _ extensions: RegistrationExtensionInputs, user: UInt8 = 1, rpID: String = Sample.rpID, exclude: [[UInt8]] = [],
        requireResidentKey: Bool = true
    ) -> MakeCredentialRequest {
        var request = Sample.make(
            rpID: rpID, user: Sample.user(user), exclude: exclude, requireResidentKey: requireResidentKey)
        request.extensions = extensions
        return request
    }

    private static func get(_ extensions: AuthenticationExtensionInputs, allow: [[UInt8]] = []) -> GetAssertionRequest {
        var request = Sample.get(allow: allow)
        request.extensions = extensions
        return request
    }

    // MARK: credBlob

    @Test(
        "Only a discoverable credential keeps a credBlob, of at most 64 bytes", arguments: [0, 1, 64, 65],
        [true, false])
    func credBlob(_ count: Int, isDiscoverable: Bool) async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let blob = [UInt8](repeating: 7, count: count)
        let made = try await authenticator.make(Self.make(.init(credBlob: blob), requireResidentKey: isDiscoverable))
        let isKept = isDiscoverable && count <= 64
        #expect(made.extensions.credBlob == isKept)
        #expect(try made.authenticatorData.extensions == CBORMap([("credBlob", .bool(isKept))]))
        let signed = try await authenticator.get(Self.get(.init(getCredBlob: true), allow: [made.credentialID]))
        #expect(signed.extensions.credBlob == (isKept ? blob : []))
        #expect(try signed.data.extensions == CBORMap([("credBlob", .bytes(isKept ? blob : []))]))
        #expect(try made.verifies(signed))
    }

    // MARK: minPinLength

    @Test("minPinLength is reported only to listed RP IDs that ask for it")
    func theMinimumIsToldToThoseListed() async throws {
        let storage = MemoryCredentialStore()
        storage.updateSettings { ($0.minPINLength, $0.minPINLengthRPIDs) = (7, ["other.example", Sample.rpID]) }
        let authenticator = SoftAuthenticator(.windows, storage)
        let told = try await authenticator.make(Self.make(.init(minPinLength: true)))
        #expect(try told.authenticatorData.extensions == CBORMap([("minPinLength", 7)]))
        #expect(told.extensions == RegistrationExtensionOutputs())
        let unasked = try await authenticator.make(Self.make(.init()))
        #expect(try unasked.authenticatorData.extensions == nil)
        let unlisted = try await authenticator.make(Self.make(.init(minPinLength: true), rpID: "third.example"))
        #expect(try unlisted.authenticatorData.extensions == nil)
    }

    // MARK: largeBlob

    /// A profile of each form.
    private static let profiles: [AuthenticatorProfile] = [.securityKey, .ios]

    @Test("A large blob that was written is read back", arguments: LargeBlobSupport.allCases, profiles)
    func aLargeBlobIsWrittenAndRead(_ support: LargeBlobSupport, _ profile: AuthenticatorProfile) async throws {
        let authenticator = SoftAuthenticator(profile)
        let made = try await authenticator.make(Self.make(.init(largeBlob: support)))
        #expect(made.extensions == RegistrationExtensionOutputs(largeBlobSupported: true))
        #expect(try made.authenticatorData.extensions == nil)
        let read = Self.get(.init(largeBlob: .read), allow: [made.credentialID])
        #expect(try await authenticator.get(read).extensions == AuthenticationExtensionOutputs())
        for blob in [[], [1], SeededRandom(seed: "blob").bytes(4000), [2, 3]] as [[UInt8]] {
            let written = try await authenticator.get(
                Self.get(.init(largeBlob: .write(blob)), allow: [made.credentialID]))
            #expect(written.extensions == AuthenticationExtensionOutputs(largeBlobWritten: true))
            #expect(try made.verifies(written))
            #expect(try await authenticator.get(read).extensions.largeBlob == blob)
        }
    }

    @Test("Each credential has its own large blob", arguments: profiles)
    func eachCredentialHasItsOwn(_ profile: AuthenticatorProfile) async throws {
        let authenticator = SoftAuthenticator(profile)
        var ids: [[UInt8]] = []
        for user in 1...3 as ClosedRange<UInt8> {
            let made = try await authenticator.make(Self.make(.init(largeBlob: .required), user: user))
            ids.append(made.credentialID)
            _ = try await authenticator.get(
                Self.get(.init(largeBlob: .write([user])), allow: [made.credentialID]))
        }
        for (user, id) in zip([1, 2, 3] as [UInt8], ids) {
            let read = try await authenticator.get(Self.get(.init(largeBlob: .read), allow: [id]))
            #expect(read.extensions.largeBlob == [user])
        }
    }

    @Test("The WebAuthn and CTAP faces share one large-blob array")
    func theArrayIsThatOfTheOtherFace() async throws {
        let device = Device()
        let made = try await device.make(.sample(extensions: .init(largeBlobKey: true), options: .init(rk: true)))
        let key = SecretBytes(copying: try #require(made.largeBlobKey))
        var array = LargeBlobArray(reading: try await device.readLargeBlobs())
        try array.setBlob([1, 2, 3], for: key, random: SystemRandom())
        try await device.writeLargeBlobs(array.serialized)
        let allow = [try made.credentialID]
        let read = try await device.authenticator.get(Self.get(.init(largeBlob: .read), allow: allow))
        #expect(read.extensions.largeBlob == [1, 2, 3])
        _ = try await device.authenticator.get(Self.get(.init(largeBlob: .write([4])), allow: allow))
        #expect(LargeBlobArray(reading: try await device.readLargeBlobs()).blob(for: key) == [4])
    }

    @Test("A large blob that does not fit leaves the old one in place", arguments: profiles)
    func whatHasNoRoomIsNotWritten(_ profile: AuthenticatorProfile) async throws {
        let authenticator = SoftAuthenticator(profile)
        let made = try await authenticator.make(Self.make(.init(largeBlob: .required)))
        let allow = [made.credentialID]
        _ = try await authenticator.get(Self.get(.init(largeBlob: .write([1])), allow: allow))
        for count in [65_536, (1 << 20) + 1] {
            let blob = SeededRandom(seed: "blob").bytes(count)
            let refused = try await authenticator.get(Self.get(.init(largeBlob: .write(blob)), allow: allow))
            #expect(refused.extensions == AuthenticationExtensionOutputs(largeBlobWritten: false))
            #expect(try made.verifies(refused))
        }
        let read = try await authenticator.get(Self.get(.init(largeBlob: .read), allow: allow))
        #expect(read.extensions.largeBlob == [1])
    }

    @Test("An assertion verifies even if the storage fails to write its large blob", arguments: profiles)
    func aFaultOfTheStorageIsNoErrorOfTheSignature(_ profile: AuthenticatorProfile) async throws {
        let storage = WatchedStorage()
        let authenticator = SoftAuthenticator(profile, storage)
        let made = try await authenticator.make(Self.make(.init(largeBlob: .required)))
        storage.failing = profile.largeBlobs == .array ? "setLargeBlobArray" : "setLargeBlob"
        let signed = try await authenticator.get(
            Self.get(.init(largeBlob: .write([1])), allow: [made.credentialID]))
        #expect(signed.extensions == AuthenticationExtensionOutputs(largeBlobWritten: false))
        #expect(try made.verifies(signed))
    }

    @Test("A non-discoverable credential supports no large blob")
    func aCredentialInItsIDHasNone() async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let preferring = Self.make(.init(largeBlob: .preferred), requireResidentKey: false)
        let made = try await authenticator.make(preferring)
        #expect(made.extensions == RegistrationExtensionOutputs(largeBlobSupported: false))
        let requiring = Self.make(.init(largeBlob: .required), requireResidentKey: false)
        #expect(await errorName { _ = try await authenticator.make(requiring) } == .notSupportedError)
        let allow = [made.credentialID]
        let written = try await authenticator.get(Self.get(.init(largeBlob: .write([1])), allow: allow))
        #expect(written.extensions == AuthenticationExtensionOutputs(largeBlobWritten: false))
        let read = try await authenticator.get(Self.get(.init(largeBlob: .read), allow: allow))
        #expect(read.extensions == AuthenticationExtensionOutputs())
    }

    @Test("Concurrent writers keep each other's large blobs", arguments: profiles)
    func writersDoNotLoseEachOthersBlobs(_ profile: AuthenticatorProfile) async throws {
        let authenticator = SoftAuthenticator(profile)
        var ids: [[UInt8]] = []
        for user in 1...16 as ClosedRange<UInt8> {
            ids.append(try await authenticator.make(Self.make(.init(largeBlob: .required), user: user)).credentialID)
        }
        try await withThrowingTaskGroup { group in
            for id in ids {
                group.addTask {
                    _ = try await authenticator.get(Self.get(.init(largeBlob: .write(id)), allow: [id]))
                }
            }
            try await group.waitForAll()
        }
        for id in ids {
            let read = try await authenticator.get(Self.get(.init(largeBlob: .read), allow: [id]))
            #expect(read.extensions.largeBlob == id)
        }
    }

    // MARK: appid

    @Test("A listed credential of the AppID signs if the RP ID has none listed")
    func aCredentialOfTheAppIDSigns() async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let old = try await authenticator.make(Self.make(.init(), rpID: Self.appID, requireResidentKey: false))
        let new = try await authenticator.make(Self.make(.init(), user: 2, requireResidentKey: false))
        let inputs = AuthenticationExtensionInputs(appID: Self.appID)
        let signed = try await authenticator.get(Self.get(inputs, allow: [old.credentialID]))
        #expect(signed.extensions.appID == true)
        #expect(try signed.data.rpIDHash == Digest.sha256(Self.appID))
        #expect(try old.verifies(signed))
        // The RP ID's own credential comes first.
        let own = try await authenticator.get(Self.get(inputs, allow: [old.credentialID, new.credentialID]))
        #expect(own.credentialID == new.credentialID)
        #expect(own.extensions.appID == false)
        let without = Self.get(.init(), allow: [old.credentialID])
        #expect(await errorName { _ = try await authenticator.get(without) } == .notAllowedError)
        // A U2F credential is not discoverable.
        _ = try await authenticator.make(Self.make(.init(), rpID: Self.appID))
        #expect(await errorName { _ = try await authenticator.get(Self.get(inputs)) } == .notAllowedError)
    }

    @Test("appidExclude excludes a listed credential of that AppID")
    func aCredentialOfTheAppIDIsExcluded() async throws {
        let authenticator = SoftAuthenticator(.securityKey)
        let old = try await authenticator.make(Self.make(.init(), rpID: Self.appID, requireResidentKey: false))
        let excluding = Self.make(.init(appIDExclude: Self.appID), exclude: [[1], old.credentialID])
        #expect(await errorName { _ = try await authenticator.make(excluding) } == .invalidStateError)
        let other = Self.make(.init(appIDExclude: "https://shop.example/other"), exclude: [old.credentialID])
        #expect(await errorName { _ = try await authenticator.make(other) } == nil)
        let without = Self.make(.init(), exclude: [old.credentialID])
        #expect(await errorName { _ = try await authenticator.make(without) } == nil)
    }
}
