import RiskSignals
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import Fleet

/// A device that a seed and a number give.
@Suite struct FleetDeviceTests {
    private static let seed = FleetSeed("devices")

    private static func creation(_ challenge: String) -> JSON {
        [
            "rp": ["id": "bank.example", "name": "Bank"],
            "user": ["id": "dXNlcg", "name": "ana", "displayName": "Ana"], "challenge": .string(challenge),
            "pubKeyCredParams": [["type": "public-key", "alg": -7]],
        ]
    }

    private static func request(_ challenge: String, of id: [UInt8]) -> JSON {
        [
            "rpId": "bank.example", "challenge": .string(challenge),
            "allowCredentials": [["type": "public-key", "id": .base64URL(id)]],
        ]
    }

    private static let first = "AAAAAAAAAAAAAAAAAAAAAA"
    private static let second = "BBBBBBBBBBBBBBBBBBBBBA"

    @Test("The same seed, number and options give the same credential, in each process")
    func repeats() async throws {
        let made = try await FleetDevice(seed: Self.seed, number: 7).register(Self.creation(Self.first))
        let again = try await FleetDevice(seed: FleetSeed("devices"), number: 7).register(Self.creation(Self.first))
        #expect(made == again)
    }

    @Test("Another number, seed or challenge gives another credential")
    func varies() async throws {
        let device = FleetDevice(seed: Self.seed, number: 7)
        var ids: Set<[UInt8]> = [try await device.register(Self.creation(Self.first)).credentialID]
        ids.insert(try await device.register(Self.creation(Self.second)).credentialID)
        ids.insert(
            try await FleetDevice(seed: Self.seed, number: 8).register(Self.creation(Self.first)).credentialID)
        ids.insert(
            try await FleetDevice(seed: FleetSeed("others"), number: 7).register(Self.creation(Self.first))
                .credentialID)
        #expect(ids.count == 4)
    }

    @Test("Devices share RSA keys that the seed gives, and their credentials differ")
    func rsaKeys() async throws {
        var options = Self.creation(Self.first).objectValue ?? [:]
        options["pubKeyCredParams"] = [["type": "public-key", "alg": -257]]
        var made: [Int: [RegistrationResponse]] = [:]
        // As in two processes.
        for _ in 0..<2 {
            let keys = RSAKeys(Self.seed, count: 1)
            for number in [3, 5] {
                let device = FleetDevice(
                    seed: Self.seed, number: number, profile: .windows, signCount: 0, rsaKeys: keys)
                made[number, default: []].append(try await device.register(.object(options)))
            }
        }
        #expect(made.values.allSatisfy { $0[0] == $0[1] })
        let (one, other) = (try #require(made[3]?.first), try #require(made[5]?.first))
        #expect(one.credentialID != other.credentialID)
        // The modulus is at the end.
        #expect(one.attestationObject.suffix(200) == other.attestationObject.suffix(200))
    }

    @Test("A fleet has a few RSA keys, and devices share them by their numbers")
    func rsaKeysByNumber() async throws {
        let keys = RSAKeys(Self.seed, count: 2)
        var made: [PublicKeyParameters] = []
        for number in 3...6 { made.append(try await keys.key(bits: 2048, ofDevice: number).pair.publicKey) }
        #expect(made[0] == made[2])
        #expect(made[1] == made[3])
        #expect(made[0] != made[1])
    }

    @Test("Risk signals are valid, stay with their device and differ between devices")
    func riskSignals() throws {
        var known: Set<String> = []
        for number in 0..<50 {
            let signals = FleetDevice(seed: Self.seed, number: number).riskSignals
            #expect(signals == FleetDevice(seed: Self.seed, number: number).riskSignals)
            let read = try RiskSignals(json: .object(signals))
            #expect(read.isRootedDevice == false && read.isEmulated == false && read.isMockGPS == false)
            #expect(Timestamp("\(read.accountTenure)T00:00:00Z") != nil)
            #expect(UUIDSyntax.canonical(read.deviceId) == read.deviceId)
            known.insert(JSON.object(signals).serialized())
        }
        #expect(known.count == 50)
    }

    @Test("A bad signature differs in the signature alone")
    func badSignature() async throws {
        let (device, key) = try await registered()
        let good = try await device.sign(Self.request(Self.second, of: key.id))
        let bad = try await device.sign(Self.request(Self.second, of: key.id), fault: .badSignature)
        #expect(bad.clientDataJSON == good.clientDataJSON && bad.authenticatorData == good.authenticatorData)
        #expect(try key.verifies(good))
        #expect(try !key.verifies(bad))
    }

    @Test("A replay is the last assertion again, whatever the challenge")
    func replay() async throws {
        let (device, key) = try await registered()
        await #expect(throws: DeviceError.self) {
            try await device.sign(Self.request(Self.second, of: key.id), fault: .replay)
        }
        let good = try await device.sign(Self.request(Self.second, of: key.id))
        #expect(try await device.sign(Self.request(Self.first, of: key.id), fault: .replay) == good)
    }

    @Test("A declined gesture is an error that says so; options without a credential are another one")
    func decline() async throws {
        let (device, key) = try await registered()
        let declined = await #expect(throws: DeviceError.self) {
            try await device.sign(Self.request(Self.second, of: key.id), fault: .decline)
        }
        #expect(declined?.isDeclined == true)
        let malformed = await #expect(throws: DeviceError.self) { try await device.sign([:]) }
        #expect(malformed?.isDeclined == false)
        #expect(malformed?.description == "challenge: found nothing, expected base64url of 1 byte or more")
    }

    private struct RegisteredKey {
        let id: [UInt8]
        let key: VerifyingKey

        func verifies(_ response: AuthenticationResponse) throws -> Bool {
            key.verify(
                response.signature, of: response.authenticatorData + Digest.sha256(response.clientDataJSON),
                scheme: .ecdsa(.sha256))
        }
    }

    private func registered() async throws -> (FleetDevice, RegisteredKey) {
        let device = FleetDevice(seed: Self.seed, number: 1)
        let made = try await device.register(Self.creation(Self.first))
        let source = try #require(device.storage.credential(rpID: "bank.example", id: made.credentialID))
        return (device, RegisteredKey(id: made.credentialID, key: try VerifyingKey(source.publicKey.parameters)))
    }
}
