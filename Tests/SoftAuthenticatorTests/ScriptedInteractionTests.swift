import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Scripted gestures")
struct ScriptedInteractionTests {
    private static let prompt = GesturePrompt(operation: .register, rpID: Sample.rpID, verification: .face)

    @Test(arguments: [
        ("approve", [UserGesture.approve, .approve, .approve]), ("decline", [.decline, .decline, .decline]),
        ("approve,decline", [.approve, .decline, .decline]),
        ("decline,decline,approve", [.decline, .decline, .approve, .approve]),
    ])
    func theLastGestureRepeats(_ text: String, _ gestures: [UserGesture]) async throws {
        let script = try ScriptedInteraction(parsing: text)
        for gesture in gestures { #expect(await script.requestGesture(Self.prompt) == gesture) }
    }

    @Test func timeoutWaitsUntilItsTaskIsCancelled() async throws {
        let script = try ScriptedInteraction(parsing: "timeout,approve")
        let waiting = Task { await script.requestGesture(Self.prompt) }
        waiting.cancel()
        #expect(await waiting.value == .timeout)
        #expect(await script.requestGesture(Self.prompt) == .approve)
    }

    @Test(arguments: [
        ("", 1, ""), ("yes", 1, "yes"), ("approve,", 2, ""), ("approve, decline", 2, " decline"),
        ("Approve", 1, "Approve"),
    ])
    func saysWhatItCannotRead(_ text: String, _ position: Int, _ word: String) {
        let error = #expect(throws: ScriptedInteraction.ParseError.self) {
            _ = try ScriptedInteraction(parsing: text)
        }
        #expect(
            error?.description
                == "gesture \(position): found \"\(word)\", expected approve, decline or timeout")
    }
}
