import CTAP
import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

/// toggleAlwaysUv (CTAP 2.3 section 6.11.2) and its effect on ceremonies (sections 6.1.2 and 6.2.2).
@Suite("Required user verification (alwaysUv)")
struct AlwaysUvTests {
    /// A key with a PIN and alwaysUv, and an older non-discoverable credential.
    private static func device() async throws -> (Device, credentialID: [UInt8]) {
        let device = Device()
        let id = try await device.make().credentialID
        try await device.setPIN()
        try await device.configure(.toggleAlwaysUv, token: try await device.configToken())
        return (device, id)
    }

    @Test("getInfo reports alwaysUv, and makeCredUvNotRqd as its opposite")
    func options() async throws {
        let device = Device()
        for isOn in [false, true, false] {
            let options = try await device.getInfo().options
            #expect(options["alwaysUv"] == isOn)
            #expect(options["makeCredUvNotRqd"] == !isOn)
            try await device.configure(.toggleAlwaysUv)
        }
    }

    @Test("alwaysUv survives a power cycle but not a reset")
    func durability() async throws {
        let device = Device()
        try await device.configure(.toggleAlwaysUv)
        device.key.powerCycle()
        #expect(try await device.getInfo().options["alwaysUv"] == true)
        _ = try await device.send(.reset)
        #expect(try await device.getInfo().options["alwaysUv"] == false)
    }

    @Test("No credential is made without verification", arguments: [nil, false, true])
    func makeCredential(rk: Bool?) async throws {
        let (device, _) = try await Self.device()
        #expect(await status { _ = try await device.make(.sample(options: .init(rk: rk))) } == .puatRequired)
        let made = try await device.make(.sample(options: .init(rk: rk), token: try await device.token()))
        #expect(try made.data.flags.contains(.userVerified))
    }

    @Test("No assertion with user presence is signed without verification")
    func getAssertion() async throws {
        let (device, id) = try await Self.device()
        #expect(await status { _ = try await device.get(.sample(allow: [id])) } == .puatRequired)
        let token = try await device.token()
        let verified = try await device.get(.sample(allow: [id], token: token))
        #expect(try verified.data.flags.isSuperset(of: [.userPresent, .userVerified]))
        // A platform that checks which credentials the key has.
        let silent = try await device.get(.sample(allow: [id], options: .init(up: false)))
        #expect(try silent.data.flags.isDisjoint(with: [.userPresent, .userVerified]))
    }

    @Test("Without a PIN and fingers, ceremonies are refused whatever token is sent")
    func unprotected() async throws {
        let device = Device()
        let id = try await device.make().credentialID
        try await device.configure(.toggleAlwaysUv)
        let token = Device.Token(version: .two, bytes: [UInt8](repeating: 0, count: 32))
        for token in [nil, token] {
            #expect(await status { _ = try await device.make(.sample(token: token)) } == .puatRequired)
            #expect(await status { _ = try await device.get(.sample(allow: [id], token: token)) } == .puatRequired)
        }
    }

    @Test("A sensor verifies without being asked to")
    func sensor() async throws {
        let interaction = RecordingInteraction(.approve)
        let device = Device(.android, interaction: interaction)
        device.storage.save(Fingerprint(id: [1], friendlyName: "", finger: "index"))
        device.storage.updateSettings { $0.alwaysUv = true }
        let made = try await device.make()
        #expect(try made.data.flags.isSuperset(of: [.userPresent, .userVerified]))
        let got = try await device.get(.sample(allow: [try made.credentialID]))
        #expect(try got.data.flags.isSuperset(of: [.userPresent, .userVerified]))
        // The finger counts as the touch.
        #expect(interaction.prompts.map(\.verification) == [.fingerprint, .fingerprint])
        #expect(try await device.getInfo().uvCountSinceLastPinEntry == 2)
    }

    @Test("With alwaysUv off again, ceremonies need no verification")
    func off() async throws {
        let (device, id) = try await Self.device()
        try await device.configure(.toggleAlwaysUv, token: try await device.configToken())
        #expect(try await !device.make().data.flags.contains(.userVerified))
        #expect(try await !device.get(.sample(allow: [id])).data.flags.contains(.userVerified))
    }
}
