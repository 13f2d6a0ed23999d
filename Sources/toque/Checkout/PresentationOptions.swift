import APIClient
import ArgumentParser
import CheckoutPresentation
import ToqueEncoding

/// Who shows the screens of a payment SDK.
struct ScreenOptions: ParsableArguments {
    @Option(
        help: .init(
            "Show screens on the terminal, in the browser, or by --script. Default: TOQUE_PRESENT, else terminal.",
            valueName: "terminal|script|browser"))
    var present: String?

    @Option(
        help: .init(
            "What the person does, such as choose:card,confirm,authorize.",
            discussion: "Words: choose:NAME, fill:NAME=VALUE, confirm, authorize, cancel, close, retry, return:URL, "
                + "tap:URL, wait:30s.", valueName: "words"))
    var script: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard script == nil || present == nil || present == "script" else {
            throw ValidationError("--script and --present \(present ?? "") exclude each other")
        }
        if present == "script", script == nil { throw ValidationError("--present script: --script is missing") }
    }

    func presenter() throws(CommandError) -> any CheckoutPresenter {
        do throws(PresenterChoice.PresenterError) {
            let choice = try choice()
            return choice.makePresenter { Console.standard.progress($0) }
        } catch {
            throw CommandError(.usage, (script == nil && present != nil ? "--present: " : "") + error.description)
        }
    }

    private func choice() throws(PresenterChoice.PresenterError) -> PresenterChoice {
        if let script { return try PresenterChoice("script:\(script)") }
        if let present { return try PresenterChoice(present) }
        let variable = environment(PresenterChoice.variable).map { [PresenterChoice.variable: $0] }
        return try PresenterChoice(environment: variable ?? [:]) ?? .terminal
    }
}

/// The provider that an SDK pays by, and how long its result is waited for.
struct PresentationOptions: ParsableArguments {
    @Option(
        help: .init(
            "The provider's server. Also TOQUE_YUNO_SERVER, TOQUE_ECOMMPAY_SERVER or TOQUE_TAKEME_SERVER, else TOQUE_SERVER.",
            valueName: "url"))
    var server: String?

    @OptionGroup var screens: ScreenOptions

    @Option(
        help: .init(
            "Give up waiting for the result so long after the person's part. Default: 2m, with TakeMe 60s, its maximum.",
            valueName: "time"))
    var timeout: TimeSpan?

    /// The server, which has no default: nothing reaches a provider by accident.
    /// - Parameter provider: as its variables have it, which nested sandboxes tell apart by.
    func serverURL(of provider: String) throws(CommandError) -> ServerURL {
        let variables = ["TOQUE_\(provider)_SERVER", "TOQUE_SERVER"].map { ($0, environment($0)) }
        for (name, text) in [("--server", server)] + variables {
            guard let text, !text.isEmpty else { continue }
            guard let url = ServerURL(text) else {
                throw CommandError(.usage, "\(name): found \(text.quoted), expected https://HOST or http://HOST:PORT")
            }
            return url
        }
        throw CommandError(.usage, "no server is named", try: "--server http://127.0.0.1:8420, or TOQUE_SERVER")
    }

    func presenter() throws(CommandError) -> any CheckoutPresenter { try screens.presenter() }

    var json: Bool { screens.json }

    var polling: Polling { Polling(interval: .seconds(1), timeout: timeout?.duration ?? .seconds(120)) }
}
