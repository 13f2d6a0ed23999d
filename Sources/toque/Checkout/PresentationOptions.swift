import APIClient
import ArgumentParser
import CheckoutPresentation
import ToqueEncoding

/// The presenter of a payment SDK's screens.
struct ScreenOptions: ParsableArguments {
    @Option(
        help: .init(
            "Show screens on the terminal or in a browser, or follow --script. Default: TOQUE_PRESENT, else terminal.",
            valueName: "terminal|script|browser"))
    var present: String?

    @Option(
        help: .init(
            "Script the person's actions, such as choose:card,confirm,authorize.",
            discussion: "Actions: choose:NAME, fill:NAME=VALUE, confirm, authorize, cancel, close, retry, return:URL, "
                + "tap:URL, wait:30s.", valueName: "action[,action...]"))
    var script: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard script == nil || present == nil || present == "script" else {
            throw CommandError(.conflictingOptions, at: "--script", "excludes --present \(present ?? "")")
        }
        if present == "script", script == nil {
            throw CommandError(.missingArgument, at: "--script", "required by --present script")
        }
    }

    func presenter() throws(CommandError) -> any CheckoutPresenter {
        do throws(PresenterChoice.PresenterError) {
            let choice = try choice()
            return choice.makePresenter { Console.standard.progress($0) }
        } catch {
            throw CommandError(
                .invalidValue, at: script != nil ? "--script" : present != nil ? "--present" : PresenterChoice.variable,
                error.description)
        }
    }

    private func choice() throws(PresenterChoice.PresenterError) -> PresenterChoice {
        if let script { return try PresenterChoice("script:\(script)") }
        if let present { return try PresenterChoice(present) }
        let variable = environment(PresenterChoice.variable).map { [PresenterChoice.variable: $0] }
        return try PresenterChoice(environment: variable ?? [:]) ?? .terminal
    }
}

/// An SDK's provider, and the polling of its result.
struct PresentationOptions: ParsableArguments {
    @Option(
        help: .init(
            "Use this server of the provider.",
            discussion: "Also TOQUE_YUNO_SERVER, TOQUE_ECOMMPAY_SERVER or TOQUE_TAKEME_SERVER, else TOQUE_SERVER.",
            valueName: "url"))
    var server: String?

    @OptionGroup var screens: ScreenOptions

    @Option(
        help: .init(
            "Wait at most this long for the result. Default: 2m; with TakeMe 60s, its maximum.",
            valueName: "time"))
    var timeout: TimeSpan?

    /// The server. There is no default, so that nothing reaches a provider by accident.
    /// - Parameter provider: its name in variables, which distinguishes nested sandboxes.
    func serverURL(of provider: String) throws(CommandError) -> ServerURL {
        let variables = ["TOQUE_\(provider)_SERVER", "TOQUE_SERVER"].map { ($0, environment($0)) }
        for (name, text) in [("--server", server)] + variables {
            guard let text, !text.isEmpty else { continue }
            guard let url = ServerURL(text) else {
                throw CommandError.invalid(name, text, expected: "https://HOST or http://HOST:PORT")
            }
            return url
        }
        throw CommandError(
            .missingArgument, at: "--server", "required",
            hint: "pass --server http://127.0.0.1:8420, or set TOQUE_SERVER")
    }

    func presenter() throws(CommandError) -> any CheckoutPresenter { try screens.presenter() }

    var json: Bool { screens.json }

    var polling: Polling { Polling(interval: .seconds(1), timeout: timeout?.duration ?? .seconds(120)) }
}
