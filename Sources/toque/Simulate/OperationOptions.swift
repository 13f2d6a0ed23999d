import ArgumentParser
import Logging
import Sandbox

/// The operation of the sandbox: control access and logs.
struct OperationOptions: ParsableArguments {
    @Flag(help: "Disable the control API.")
    var noControl = false

    @Option(
        help: .init(
            "Require the token in this file for the control API. Default: the token in TOQUE_CONTROL_TOKEN.",
            discussion: "Required unless the sandbox listens on loopback or --no-control is set.",
            valueName: "file"),
        completion: .file())
    var controlTokenFile: String?

    @Flag(help: "Open the dashboard in a browser when ready: with BROWSER, or else xdg-open.")
    var open = false

    @Option(
        help: .init(
            "Write URL, keys and process as JSON to this file when ready; remove it at the end.",
            valueName: "file"),
        completion: .file())
    var readyFile: String?

    @Option(
        help: .init(
            "Serve on for this long after the first SIGTERM or Ctrl-C, while health answers 503. Default: 0s.",
            discussion: """
                Longer than a load balancer takes to notice, such as 3s, so that no request is lost. A second signal \
                ends that at once.
                """,
            valueName: "span"))
    var drain: String?

    @Option(
        help: .init(
            "Log to stderr at this level: trace, debug, info (each request), notice, warning, error. Default: warning.",
            valueName: "level"))
    var logLevel: String?

    @Option(help: .init("Log as text or json. Default: text.", valueName: "text|json"))
    var logFormat: String?

    @Flag(help: "Print no line for each request and change of state on a terminal.")
    var quiet = false

    @Flag(help: "Print JSON when ready, as in the ready file.")
    var json = false

    /// - Returns: the output options.
    func apply(to configuration: inout SandboxConfiguration, _ settings: Settings) throws(CommandError) -> Output {
        let output = Output(
            json: try settings.flag(json, "json"), isQuiet: try settings.flag(quiet, "quiet"),
            opensDashboard: try settings.flag(open, "open"),
            drain: try settings.span(drain, "drain") ?? .zero,
            readyFile: settings.text(readyFile, "ready-file"),
            controlTokenFile: settings.text(controlTokenFile, "control-token-file"))
        configuration.control.isEnabled = try !settings.flag(noControl, "no-control")
        configuration.control.token = try ControlToken.given(file: output.controlTokenFile)
        let format = try settings.choice(logFormat, "log-format") ?? LogFormat.text
        let level = try settings.choice(logLevel, "log-level") ?? Logger.Level.warning
        configuration.logger = Logger(label: "toque") { _ in LineLogHandler(format: format, level: level) }
        return output
    }

    struct Output {
        /// True if stdout gets the ready file's content.
        let json: Bool
        /// Whether stderr gets no line for each request.
        let isQuiet: Bool
        let opensDashboard: Bool
        /// How long to serve on after the first signal.
        let drain: Duration
        let readyFile: String?
        let controlTokenFile: String?
    }
}
