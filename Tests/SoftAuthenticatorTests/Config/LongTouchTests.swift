import CTAP
import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

/// enableLongTouchForReset.
@Suite("A long touch for a reset")
struct LongTouchTests {
    @Test("A reset asks for a long touch if that is enabled, and disables it")
    func reset() async throws {
        let interaction = RecordingInteraction()
        let device = Device(interaction: interaction)
        for _ in 0..<2 {
            try await device.configure(.enableLongTouchForReset)
            #expect(try await device.getInfo().longTouchForReset == true)
        }
        device.key.powerCycle()
        #expect(try await device.getInfo().longTouchForReset == true)
        _ = try await device.send(.reset)
        #expect(try await device.getInfo().longTouchForReset == false)
        _ = try await device.send(.reset)
        #expect(interaction.prompts.map(\.operation) == [.resetByLongTouch, .reset])
    }

    @Test("A short, declined or missing touch does not reset the key")
    func noLongTouch() async throws {
        for (gesture, expected) in [
            (.badTouch(.tooShort), .operationDenied), (.badTouch(.poorQuality), .operationDenied),
            (.decline, .operationDenied), (.timeout, .userActionTimeout), (.finger("thumb"), nil), (.approve, nil),
        ] as [(UserGesture, CTAPStatus?)] {
            let device = Device(interaction: GestureInteraction(gesture))
            try await device.configure(.enableLongTouchForReset)
            #expect(await status { _ = try await device.send(.reset) } == expected)
            #expect(device.storage.settings().longTouchForReset == (expected != nil))
        }
    }

    @Test("If long touch is not enabled, any touch confirms a reset")
    func anyTouch() async throws {
        let device = Device(interaction: GestureInteraction(.badTouch(.tooShort)))
        #expect(await status { _ = try await device.send(.reset) } == nil)
    }
}
