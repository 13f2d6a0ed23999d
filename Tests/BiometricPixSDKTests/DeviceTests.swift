import BiometricPixSDK
import Synchronization
import Testing

@Suite struct DeviceTests {
    /// A person who counts the questions.
    private final class Asked: Sendable {
        let count = Atomic(0)
        let answer: Bool

        init(answer: Bool) { self.answer = answer }

        @Sendable func ask() -> Bool {
            count.add(1, ordering: .relaxed)
            return answer
        }
    }

    private func sdk(_ device: DeviceRoot, asking ask: (@Sendable () -> Bool)?) -> BiometricPixSDK {
        BiometricPixSDK(
            authenticator: StubAuthenticator(), interaction: Person(gesture: .approve), device: device,
            askPermission: ask)
    }

    @Test("The permission is asked for once and remembered", arguments: [true, false])
    func permissionIsAskedOnceAndRemembered(answer: Bool) async throws {
        let device = try DeviceRoot(fixture: .handset)
        let asked = Asked(answer: answer)
        let model = PixViewModel(sdk: sdk(device, asking: asked.ask))
        for _ in 0..<2 {
            await withCheckedContinuation { continuation in
                model.onChange = { continuation.resume() }
                model.askForPermission()
            }
            #expect(model.hasPermission == answer)
        }
        // A second run of the app on the same device.
        #expect(await sdk(device, asking: asked.ask).requestPermission() == answer)
        #expect(asked.count.load(ordering: .relaxed) == 1)
    }

    @Test("Without a person to ask, a permission is denied and not remembered")
    func withoutAnybodyToAskItIsNoForNow() async throws {
        let device = try DeviceRoot(fixture: .handset)
        #expect(await !sdk(device, asking: nil).requestPermission())
        #expect(await sdk(device, asking: { true }).requestPermission())
        #expect(await sdk(device, asking: nil).requestPermission())
    }

    @Test("Geolocation requires permission")
    func locationNeedsPermission() async throws {
        let sdk = sdk(try DeviceRoot(fixture: .handset), asking: { true })
        #expect(try sdk.collectRiskSignals(accountTenure: "2024-01-31").geolocation == nil)
        _ = await sdk.requestPermission()
        #expect(try sdk.collectRiskSignals(accountTenure: "2024-01-31").geolocation != nil)
    }

    @Test("Each name of the risk signals call gives the same deviceId")
    func theNamesOfTheSameCall() async throws {
        let sdk = sdk(try DeviceRoot(fixture: .laptop), asking: nil)
        let model = PixViewModel(sdk: sdk)
        model.collectSignals(customerSince: "2024-01-31T11:20:57.389056Z")
        let signals = try #require(model.riskSignals)
        #expect(signals.accountTenure == "2024-01-31")
        #expect(model.deviceId == signals.deviceId)
        #expect(model.riskSignalsJson == signals.toJsonString())
        let older = HeaderViewModel()
        try older.collect(with: sdk)
        #expect(older.riskSignals?.deviceId == signals.deviceId)
        #expect(try await sdk.riskSignals(accountTenure: "2024-01-31").deviceId == signals.deviceId)
    }

    @Test("A wrong accountTenure is a RiskSignalsError that names it", arguments: ["31/01/2024", "2024-02-30", ""])
    func aWrongAccountTenureIsATypedError(text: String) async throws {
        let sdk = sdk(try DeviceRoot(fixture: .laptop), asking: nil)
        let model = PixViewModel(sdk: sdk)
        model.collectSignals(customerSince: text)
        #expect(model.errorMessage?.hasPrefix("accountTenure: ") == true)
        await #expect(throws: RiskSignalsError.self) { try await sdk.riskSignals(accountTenure: text) }
    }
}
