import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Scripted gestures")
struct ScriptedInteractionTests {
    private static let prompt = GesturePrompt(operation: .register, rpID: Sample.rpID, verification: .face)

    @Test(
        "A script repeats its last gesture",
        arguments: [
            ("approve", [UserGesture.approve, .approve, .approve]), ("decline", [.decline, .decline, .decline]),
            ("approve,decline", [.approve, .decline, .decline]),
            ("decline,decline,approve", [.decline, .decline, .approve, .approve]),
            ("finger:left thumb,finger:a:b", [.finger("left thumb"), .finger("a:b"), .finger("a:b")]),
            ("bad-touch,bad-touch:too-fast", [.badTouch(.poorQuality), .badTouch(.tooFast), .badTouch(.tooFast)]),
        ])
    func theLastGestureRepeats(_ text: String, _ gestures: [UserGesture]) async throws {
        let script = try ScriptedInteraction(parsing: text)
        for gesture in gestures { #expect(await script.requestGesture(Self.prompt) == gesture) }
    }

    @Test("A scripted timeout ends when its task is canceled")
    func timeoutWaitsUntilItsTaskIsCanceled() async throws {
        let script = try ScriptedInteraction(parsing: "timeout,approve")
        let waiting = Task { await script.requestGesture(Self.prompt) }
        waiting.cancel()
        #expect(await waiting.value == .timeout)
        #expect(await script.requestGesture(Self.prompt) == .approve)
    }

    @Test(
        "An invalid script is refused with the position and text of the gesture",
        arguments: [
            ("", 1, ""), ("yes", 1, "yes"), ("approve,", 2, ""), ("approve, decline", 2, " decline"),
            ("Approve", 1, "Approve"), ("finger", 1, "finger"), ("approve,finger:", 2, "finger:"),
            ("bad-touch:", 1, "bad-touch:"), ("bad-touch:too-wet", 1, "bad-touch:too-wet"),
        ])
    func saysWhatItCannotRead(_ text: String, _ position: Int, _ word: String) {
        let error = #expect(throws: ScriptedInteraction.ParseError.self) {
            _ = try ScriptedInteraction(parsing: text)
        }
        #expect(
            error?.description
                == "gesture \(position): found \"\(word)\", expected approve, decline, timeout, finger:NAME, bad-touch or "
                + "bad-touch:FAULT with a fault of too-high, too-low, too-left, too-right, too-fast, too-slow, "
                + "poor-quality, too-skewed, too-short, merge-failure, not-lifted")
    }

    @Test("A script can name each fault of a touch", arguments: FingerprintFault.allCases)
    func faults(_ fault: FingerprintFault) async throws {
        let script = try ScriptedInteraction(parsing: "bad-touch:\(fault.rawValue)")
        #expect(await script.requestGesture(Self.prompt) == .badTouch(fault))
    }
}
