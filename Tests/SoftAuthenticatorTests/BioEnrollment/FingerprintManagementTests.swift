import CTAP
import Testing

@testable import SoftAuthenticator

@Suite("Managing enrolled fingers")
struct FingerprintManagementTests {
    private static let unknown: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    @Test("Fingers are listed in the order of their enrollment, with their names")
    func enumeration() async throws {
        let bench = try await FingerprintBench()
        let token = try await bench.token()
        #expect(await status { _ = try await bench.enrolled(token) } == .invalidOption)
        var ids: [[UInt8]] = []
        for finger in ["thumb", "index"] {
            bench.hand.will(.finger(finger))
            ids.append(try await bench.enroll(token))
        }
        #expect(
            try await bench.enrolled(token) == [
                .init(id: ids[0], friendlyName: ""), .init(id: ids[1], friendlyName: ""),
            ])
        _ = try await bench.send(.setFriendlyName, token, id: ids[0], name: "Polegar 👍")
        #expect(
            try await bench.enrolled(token)
                == [.init(id: ids[0], friendlyName: "Polegar 👍"), .init(id: ids[1], friendlyName: "")])
        #expect(bench.fingers == ["thumb", "index"])
    }

    @Test("A name has at most 64 bytes, and can be removed")
    func names() async throws {
        let bench = try await FingerprintBench(fingers: ["thumb"])
        let token = try await bench.token()
        let id = FingerprintBench.fingerprint("thumb").id
        for name in [String(repeating: "x", count: 64), String(repeating: "ã", count: 32), ""] {
            _ = try await bench.send(.setFriendlyName, token, id: id, name: name)
            #expect(try await bench.enrolled(token).map(\.friendlyName) == [name])
        }
        for name in [String(repeating: "x", count: 65), String(repeating: "ã", count: 33)] {
            var command = FingerprintBench.signed(.setFriendlyName, token, id: id, name: name)
            #expect(await status { _ = try await bench.send(command) } == .invalidLength)
            // This check comes before that of the signature.
            command.pinUvAuthParam = []
            #expect(await status { _ = try await bench.send(command) } == .invalidLength)
        }
        #expect(bench.device.storage.fingerprints().map(\.friendlyName) == [""])
    }

    @Test("An unknown template ID is refused as an invalid option")
    func unknown() async throws {
        let bench = try await FingerprintBench(fingers: ["thumb"])
        let token = try await bench.token()
        for command in [
            FingerprintBench.signed(.setFriendlyName, token, id: Self.unknown, name: "Thumb"),
            FingerprintBench.signed(.removeEnrollment, token, id: Self.unknown),
            FingerprintBench.signed(.enrollCaptureNextSample, token, id: Self.unknown),
        ] {
            #expect(await status { _ = try await bench.send(command) } == .invalidOption)
        }
        #expect(bench.fingers == ["thumb"])
    }

    @Test("A removed finger no longer verifies, and without fingers there is no verification")
    func removal() async throws {
        let bench = try await FingerprintBench(fingers: ["thumb", "index"])
        let token = try await bench.token()
        _ = try await bench.send(.removeEnrollment, token, id: FingerprintBench.fingerprint("thumb").id)
        #expect(bench.fingers == ["index"])
        #expect(try await bench.device.getInfo().options["uv"] == true)
        bench.hand.will(.finger("thumb"))
        #expect(await status { _ = try await bench.tokenByFinger() } == .uvInvalid)
        let second = try await bench.token()
        _ = try await bench.send(.removeEnrollment, second, id: FingerprintBench.fingerprint("index").id)
        for option in ["uv", "bioEnroll", "userVerificationMgmtPreview"] {
            #expect(try await bench.device.getInfo().options[option] == false)
        }
        #expect(await status { _ = try await bench.tokenByFinger() } == .notAllowed)
        #expect(await status { _ = try await bench.enrolled(second) } == .invalidOption)
    }

    @Test("A change that cannot be stored fails and leaves the finger unchanged")
    func failures() async throws {
        let watched = WatchedStorage()
        let bench = try await FingerprintBench(watched: watched)
        let token = try await bench.token()
        let id = try await bench.enroll(token)
        watched.failing = "saveFingerprint"
        #expect(await status { _ = try await bench.send(.setFriendlyName, token, id: id, name: "Thumb") } == .other)
        watched.failing = "deleteFingerprint"
        #expect(await status { _ = try await bench.send(.removeEnrollment, token, id: id) } == .other)
        watched.failing = nil
        #expect(try await bench.enrolled(token) == [.init(id: id, friendlyName: "")])
    }

    @Test("getInfo reports a sensor exactly for the profiles that have one", arguments: AuthenticatorProfile.all)
    func information(_ profile: AuthenticatorProfile) async throws {
        let bench = try await FingerprintBench(pin: false, profile: profile)
        let hasSensor = profile.verification == .fingerprint
        for isEnrolled in [false, true] {
            let info = try await bench.device.getInfo()
            for option in ["uv", "bioEnroll", "userVerificationMgmtPreview"] {
                #expect(info.options[option] == (hasSensor ? isEnrolled : nil))
            }
            for option in ["uvBioEnroll", "uvAcfg"] { #expect(info.options[option] == (hasSensor ? true : nil)) }
            #expect(info.uvModality == (hasSensor ? 2 : nil))
            #expect(info.preferredPlatformUvAttempts == (hasSensor ? 3 : nil))
            guard hasSensor, !isEnrolled else { continue }
            try await bench.device.setPIN()
            try await bench.enroll(bench.token())
        }
    }
}
