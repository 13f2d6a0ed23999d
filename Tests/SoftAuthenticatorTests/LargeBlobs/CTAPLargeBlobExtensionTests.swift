import CTAP
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("largeBlob of the CTAP face")
struct CTAPLargeBlobExtensionTests {
    private static let blob = CompressedLargeBlob(bytes: SeededRandom(seed: "blob").bytes(1000), originalSize: 5000)

    /// Returns a device that stores large blobs with their credentials.
    private static func device(_ profile: AuthenticatorProfile = .ios, watched: WatchedStorage? = nil) -> Device {
        Device(profile, watched: watched)
    }

    private static func output(_ response: AuthenticatorGetAssertion.Response) -> CBOR? {
        #expect(response.largeBlobKey == nil)
        return response.unsignedExtensionOutputs?["largeBlob"]
    }

    private static func read(_ id: [UInt8], on device: Device, token: Device.Token? = nil) async throws -> CBOR? {
        output(try await device.get(.sample(allow: [id], extensions: .init(largeBlob: .read), token: token)))
    }

    private static func write(
        _ blob: CompressedLargeBlob, _ id: [UInt8], on device: Device, token: Device.Token? = nil
    ) async throws -> CBOR? {
        output(try await device.get(.sample(allow: [id], extensions: .init(largeBlob: .write(blob)), token: token)))
    }

    private static func make(
        on device: Device, user: UInt8 = 1, rk: Bool = true, token: Device.Token? = nil
    ) async throws -> AuthenticatorMakeCredential.Response {
        try await device.make(
            .sample(
                user: Sample.user(user), extensions: .init(largeBlob: .preferred), options: .init(rk: rk),
                token: token))
    }

    private static func stored(_ blob: CompressedLargeBlob) -> CBOR {
        ["blob": .bytes(blob.bytes), "originalSize": .unsigned(blob.originalSize)]
    }

    @Test("getInfo reports one form of large blobs, that of the profile", arguments: AuthenticatorProfile.all)
    func eitherWayIsTold(_ profile: AuthenticatorProfile) async throws {
        let info = try await Device(profile).getInfo()
        let isWithCredential = profile.largeBlobs == .credential
        #expect(info.extensions.contains("largeBlob") == isWithCredential)
        #expect(info.extensions.contains("largeBlobKey") != isWithCredential)
        #expect(info.options["largeBlobs"] == (isWithCredential ? nil : true))
        #expect(info.maxSerializedLargeBlobArray == (isWithCredential ? nil : 65_536))
    }

    @Test("A large blob is read back as it was written", arguments: [AuthenticatorProfile.ios, .android])
    func aBlobIsKeptAsItCame(_ profile: AuthenticatorProfile) async throws {
        let device = Self.device(profile)
        let made = try await Self.make(on: device)
        #expect(made.unsignedExtensionOutputs == CBORMap([("largeBlob", ["supported": true])]))
        #expect(made.largeBlobKey == nil)
        #expect(try made.data.extensions == nil)
        let id = try made.credentialID
        #expect(try await Self.read(id, on: device) == nil)
        for blob in [Self.blob, CompressedLargeBlob(bytes: [], originalSize: .max)] {
            #expect(try await Self.write(blob, id, on: device) == ["written": true])
            #expect(try await Self.read(id, on: device) == Self.stored(blob))
        }
        let signed = try await device.get(.sample(allow: [id], extensions: .init(largeBlob: .read)))
        #expect(try signed.data.extensions == nil)
        #expect(try made.verifies(signed))
        // The request did not ask for it.
        #expect(try await device.get(.sample(allow: [id])).unsignedExtensionOutputs == nil)
        device.key.powerCycle()
        #expect(try await Self.read(id, on: device) != nil)
    }

    @Test("The WebAuthn and CTAP faces share the large blob of a credential")
    func theBlobIsThatOfTheOtherFace() async throws {
        let device = Self.device()
        let id = try await Self.make(on: device).credentialID
        let text = Array("many of the same, many of the same".utf8)
        #expect(
            try await Self.write(CompressedLargeBlob(compressing: text), id, on: device) == ["written": true])
        var request = Sample.get(allow: [id])
        request.extensions.largeBlob = .read
        #expect(try await device.authenticator.get(request).extensions.largeBlob == text)
        request.extensions.largeBlob = .write([7])
        #expect(try await device.authenticator.get(request).extensions.largeBlobWritten == true)
        let compressed = try CompressedLargeBlob(compressing: [7])
        #expect(try await Self.read(id, on: device) == Self.stored(compressed))
    }

    @Test("A non-discoverable credential supports no large blob")
    func aCredentialInItsIDHasNone() async throws {
        let device = Self.device()
        let made = try await Self.make(on: device, rk: false)
        #expect(made.unsignedExtensionOutputs == CBORMap([("largeBlob", ["supported": false])]))
        let id = try made.credentialID
        #expect(try await Self.write(Self.blob, id, on: device) == ["written": false])
        #expect(try await Self.read(id, on: device) == nil)
    }

    @Test("A credential that was made without largeBlob stores none")
    func aCredentialMadeWithoutItHasNone() async throws {
        let device = Self.device()
        let made = try await device.make(.sample(options: .init(rk: true)))
        #expect(made.unsignedExtensionOutputs == nil)
        #expect(try await Self.write(Self.blob, try made.credentialID, on: device) == ["written": false])
        #expect(try await Self.read(try made.credentialID, on: device) == nil)
    }

    @Test("Each large blob has a limit, and all of them together have one")
    func aBlobHasALimitAndAllOfThemHaveOne() async throws {
        let device = Self.device()
        let largest = CompressedLargeBlob(bytes: [UInt8](repeating: 1, count: 4096), originalSize: 1)
        let tooLarge = CompressedLargeBlob(bytes: [UInt8](repeating: 1, count: 4097), originalSize: 1)
        var ids: [[UInt8]] = []
        for user in 1...16 as ClosedRange<UInt8> {
            ids.append(try await Self.make(on: device, user: user).credentialID)
        }
        #expect(try await Self.write(tooLarge, ids[0], on: device) == ["written": false])
        // Sealed blobs are some bytes longer, so the sixteenth does not fit.
        for id in ids.dropLast() { #expect(try await Self.write(largest, id, on: device) == ["written": true]) }
        #expect(try await Self.write(largest, ids[15], on: device) == ["written": false])
        #expect(try await Self.write(Self.blob, ids[15], on: device) == ["written": true])
        // A replacement of the same size needs no more room.
        #expect(try await Self.write(largest, ids[0], on: device) == ["written": true])
        #expect(try await Self.write(largest, ids[15], on: device) == ["written": false])
        #expect(try await Self.read(ids[15], on: device) == Self.stored(Self.blob))
        _ = device.storage.delete(rpID: Sample.rpID, id: ids[3])
        #expect(try await Self.write(largest, ids[15], on: device) == ["written": true])
    }

    @Test("With a PIN, a large blob is written only for a verified user")
    func writingTakesVerificationWhereThereIsAny() async throws {
        let device = Self.device()
        try await device.setPIN()
        let id = try await Self.make(on: device, token: try await device.token()).credentialID
        #expect(try await Self.write(Self.blob, id, on: device) == ["written": false])
        #expect(try await Self.read(id, on: device) == nil)
        let token = try await device.token()
        #expect(try await Self.write(Self.blob, id, on: device, token: token) == ["written": true])
        #expect(try await Self.read(id, on: device) == Self.stored(Self.blob))
    }

    @Test("Without user presence, a large blob is neither read nor written")
    func withoutATouchThereIsNone() async throws {
        let device = Self.device()
        let id = try await Self.make(on: device).credentialID
        #expect(try await Self.write(Self.blob, id, on: device) == ["written": true])
        for (input, expected) in [
            (.read, nil), (.write(CompressedLargeBlob(bytes: [1], originalSize: 1)), ["written": false]),
        ] as [(LargeBlobExtension.Input, CBOR?)] {
            let silent = try await device.get(
                .sample(allow: [id], extensions: .init(largeBlob: input), options: .init(up: false)))
            #expect(Self.output(silent) == expected)
        }
        #expect(try await Self.read(id, on: device) == Self.stored(Self.blob))
    }

    /// A blob is written to a named credential; each assertion reads its own.
    @Test("Without an allowList, assertions read their own large blobs and write none")
    func ofSeveralCredentialsEachHasItsOwn() async throws {
        let device = Self.device()
        for user in [1, 2] as [UInt8] {
            let id = try await Self.make(on: device, user: user).credentialID
            let blob = CompressedLargeBlob(bytes: [user], originalSize: 1)
            #expect(try await Self.write(blob, id, on: device) == ["written": true])
        }
        let unnamed = try await device.get(.sample(extensions: .init(largeBlob: .write(Self.blob))))
        #expect(Self.output(unnamed) == ["written": false])
        #expect(Self.output(try await device.getNext()) == ["written": false])
        let newest = try await device.get(.sample(extensions: .init(largeBlob: .read)))
        #expect(Self.output(newest) == ["blob": .bytes([2]), "originalSize": 1])
        #expect(Self.output(try await device.getNext()) == ["blob": .bytes([1]), "originalSize": 1])
    }

    @Test("A profile with one form of large blobs does not know the other")
    func theOtherWayIsUnknown() async throws {
        let device = Self.device()
        let made = try await device.make(.sample(extensions: .init(largeBlobKey: false), options: .init(rk: true)))
        #expect(made.largeBlobKey == nil && made.unsignedExtensionOutputs == nil)
        let signed = try await device.get(.sample(extensions: .init(largeBlobKey: false)))
        #expect(signed.largeBlobKey == nil)
        let command = CTAPCommand.largeBlobs(.init(get: 17, offset: 0))
        #expect(await status { _ = try await device.send(command) } == .invalidCommand)
        #expect(!device.key.commands.contains(.largeBlobs))
        try await device.setPIN()
        #expect(
            await status { _ = try await device.token(.largeBlobWrite, rpID: nil) } == .unauthorizedPermission)

        let other = Device()
        let plain = try await Self.make(on: other)
        #expect(plain.largeBlobKey == nil && plain.unsignedExtensionOutputs == nil)
        let id = try plain.credentialID
        #expect(try await Self.read(id, on: other) == nil)
        #expect(try await Self.write(Self.blob, id, on: other) == nil)
    }

    @Test("An assertion verifies even if the storage fails to write its large blob")
    func aFaultOfTheStorageIsNoErrorOfTheSignature() async throws {
        let storage = WatchedStorage()
        let device = Self.device(watched: storage)
        let made = try await Self.make(on: device)
        storage.failing = "setLargeBlob"
        let signed = try await device.get(
            .sample(allow: [try made.credentialID], extensions: .init(largeBlob: .write(Self.blob))))
        #expect(Self.output(signed) == ["written": false])
        #expect(try made.verifies(signed))
    }

    /// A credential keeps its form, whatever profile its store is used with later.
    @Test("A large blob can be read under another profile")
    func anotherProfileFindsTheBlob() async throws {
        let storage = MemoryCredentialStore()
        let phone = Device(.ios, storage: storage)
        let id = try await Self.make(on: phone).credentialID
        #expect(try await Self.write(CompressedLargeBlob(compressing: [1, 2]), id, on: phone) == ["written": true])
        let key = Device(.securityKey, storage: storage)
        var request = Sample.get(allow: [id])
        request.extensions.largeBlob = .read
        #expect(try await key.authenticator.get(request).extensions.largeBlob == [1, 2])
        // It has no key for the array.
        #expect(try await key.get(.sample(allow: [id], extensions: .init(largeBlobKey: true))).largeBlobKey == nil)
    }
}
