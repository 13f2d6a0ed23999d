import CheckoutPresentation
import Synchronization
import Testing
import ToqueTestSupport

@Suite struct ScriptedPresenterTests {
    private func presenter(
        _ script: String, clock: any Clock<Duration> = ContinuousClock(), told: Told = Told()
    ) throws -> ScriptedPresenter {
        ScriptedPresenter(try CheckoutScript(parsing: script), clock: clock, tell: { told.add($0) })
    }

    private final class Told: Sendable {
        private let list = Mutex<[String]>([])
        var lines: [String] { list.withLock { $0 } }
        func add(_ line: String) { list.withLock { $0.append(line) } }
    }

    @Test("Each screen takes the script's next word")
    func order() async throws {
        let told = Told()
        let presenter = try presenter("choose:PIX,authorize,close", told: told)
        #expect(try await presenter.present(Screens.methods) == .choose("PIX"))
        await presenter.show(.loader("Paying"))
        #expect(try await presenter.present(Screens.qr) == .authorize)
        #expect(try await presenter.present(Screens.failure) == .close)
        await presenter.finish()
        #expect(told.lines == ["choice of methods: choose:PIX", "QR code: authorize", "result: close"])
    }

    @Test("A script that ends early is an error", arguments: ["", "confirm", "confirm,wait:1s"])
    func endsEarly(script: String) async throws {
        let presenter = try presenter(script, clock: LeapingClock())
        if !script.isEmpty { _ = try await presenter.present(.confirmation(Screens.summary)) }
        for _ in 1...2 {
            await #expect(throws: PresentationError.scriptEnded(screen: "page")) {
                try await presenter.present(Screens.page)
            }
        }
    }

    @Test("A word that does not fit the screen is an error")
    func misplaced() async throws {
        let presenter = try presenter("choose:PIX,authorize")
        _ = try await presenter.present(Screens.methods)
        await #expect(
            throws: PresentationError.misplaced(word: "authorize", position: 2, screen: "confirmation")
        ) { try await presenter.present(.confirmation(Screens.summary)) }
    }

    @Test("The words that a script did not use are reported at the end")
    func leftover() async throws {
        let told = Told()
        let presenter = try presenter("confirm,wait:2s,cancel", clock: LeapingClock(), told: told)
        _ = try await presenter.present(.confirmation(Screens.summary))
        #expect(presenter.leftover == [.wait(.seconds(2)), .act(.cancel)])
        await presenter.finish()
        await presenter.finish()
        #expect(told.lines.dropFirst() == ["left over of the script: wait:2s,cancel"])
        // The next payment continues with the same script.
        #expect(try await presenter.present(Screens.page) == .cancel)
    }

    @Test("A notice that needs no answer is printed")
    func notice() async throws {
        let told = Told()
        let presenter = try presenter("", told: told)
        await presenter.show(.loader("Paying"))
        await presenter.show(.result(CheckoutNotice("The approval was not made", message: "declined")))
        #expect(told.lines == ["The approval was not made: declined"])
    }

    @Test("A wait passes on the injected clock")
    func waits() async throws {
        let clock = LeapingClock()
        let presenter = try presenter("wait:30s,wait:5m,close", clock: clock)
        #expect(try await presenter.present(Screens.qr) == .close)
        #expect(clock.now.offset >= .seconds(330))
    }

    @Test("A screen whose task is canceled closes, and the words after the wait remain")
    func cancellation() async throws {
        let presenter = try presenter("wait:1h,authorize")
        let task = Task { try await presenter.present(Screens.qr) }
        task.cancel()
        await #expect(throws: PresentationError.canceled) { try await task.value }
        #expect(presenter.leftover.last == .act(.authorize))
    }

    @Test("A screen ends with the person's action or with the event, whichever comes first")
    func untilAnEvent() async throws {
        let waiting = try presenter("wait:1h,authorize")
        guard case .ended("paid") = try await waiting.present(Screens.qr, until: { "paid" }) else {
            Issue.record("the event did not end the screen")
            return
        }
        let acting = try presenter("close")
        let presented = try await acting.present(Screens.qr) {
            try await Task.sleep(for: .seconds(3600))
            return "paid"
        }
        guard case .action(.close) = presented else {
            Issue.record("the action did not end the screen")
            return
        }
    }

    @Test("A form is shown until it is confirmed with its required fields filled")
    func form() async throws {
        let presenter = try presenter("confirm,fill:customer_email=ana@loja.example,confirm")
        let (form, action) = try await presenter.fill(Screens.form)
        #expect(action == .confirm)
        #expect(form.fields.map(\.value) == ["ana@loja.example", ""])
        #expect(form.fields.allSatisfy { !$0.isOpen })
    }

    @Test(
        "A form ends with another method, a cancellation or a closed window",
        arguments: [
            ("choose:tok_success", CheckoutAction.choose("tok_success")), ("cancel", .cancel), ("close", .close),
        ])
    func formEnds(script: String, action: CheckoutAction) async throws {
        #expect(try await presenter(script).fill(Screens.form).1 == action)
    }
}
