import CheckoutPresentation
import Synchronization
import ToqueTestSupport

/// A person who looks at the screens and follows a script, or does nothing.
final class Person: CheckoutPresenter {
    private struct State {
        var asked: [CheckoutScreen] = []
        var shown: [CheckoutScreen] = []
        var finished = 0
    }

    private let script: ScriptedPresenter?
    private let state = Mutex(State())

    /// - Parameter words: nil for a person who does nothing.
    init(_ words: String?) throws {
        script = try words.map { ScriptedPresenter(try CheckoutScript(parsing: $0), clock: LeapingClock()) }
    }

    /// The screens that required an answer.
    var asked: [CheckoutScreen] { state.withLock { $0.asked } }
    /// The screens that required none.
    var shown: [CheckoutScreen] { state.withLock { $0.shown } }
    var finished: Int { state.withLock { $0.finished } }

    /// The titles of the shown results.
    var results: [String] {
        shown.compactMap { screen -> String? in
            guard case .result(let notice) = screen else { return nil }
            return notice.title
        }
    }

    /// The shown codes.
    var codes: [CheckoutQRCode] {
        asked.compactMap { screen -> CheckoutQRCode? in
            guard case .qr(let code) = screen else { return nil }
            return code
        }
    }

    /// The first shown page, once there is one.
    func page() async -> String {
        while true {
            for screen in asked {
                switch screen {
                case .qr(let code): if let page = code.page { return page }
                case .page(let page), .challenge(let page): return page.url
                case .methods, .form, .confirmation, .loader, .result: continue
                }
            }
            await Task.yield()
        }
    }

    func present(_ screen: CheckoutScreen) async throws(PresentationError) -> CheckoutAction {
        state.withLock { $0.asked.append(screen) }
        if let script { return try await script.present(screen) }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        throw .canceled
    }

    func show(_ screen: CheckoutScreen) async { state.withLock { $0.shown.append(screen) } }

    func finish() async { state.withLock { $0.finished += 1 } }
}
