import ArgumentParser
import Logging
import Sandbox

/// How the sandbox is run: who may control it, what it writes.
struct OperationOptions: ParsableArguments {
    @Flag(help: "Serve no control API.")
    var noControl = false

    @Option(
        help: .init(
            "Require the token in this file for the control API. Default: the token in TOQUE_CONTROL_TOKEN.",
            discussion: "Required unless the sandbox listens on loopback or --no-control is set.",
            valueName: "file"),
        completion: .file())
    var controlTokenFile: String?

    @Option(
        help: .init(
            "Write this file once requests are answered: URL, keys and process as JSON. It goes when the sandbox ends.",
            valueName: "file"),
        completion: .file())
    var readyFile: String?

    @Option(
        help: .init(
            "What is logged on stderr: trace, debug, info (each request), notice, warning, error. Default: warning.",
            valueName: "level"))
    var logLevel: String?

    @Option(help: .init("How: text or json. Default: text.", valueName: "text|json"))
    var logFormat: String?

    @Flag(help: "Print JSON once requests are answered, as in the ready file.")
    var json = false

    /// - Returns: what is told to whom.
    func apply(to configuration: inout SandboxConfiguration, _ settings: Settings) throws(CommandError) -> Output {
        let output = Output(
            json: try settings.flag(json, "json"), readyFile: settings.text(readyFile, "ready-file"),
            controlTokenFile: settings.text(controlTokenFile, "control-token-file"))
        configuration.control.isEnabled = try !settings.flag(noControl, "no-control")
        configuration.control.token = try ControlToken.given(file: output.controlTokenFile)
        let format = try settings.choice(logFormat, "log-format") ?? LogFormat.text
        let level = try settings.choice(logLevel, "log-level") ?? Logger.Level.warning
        configuration.logger = Logger(label: "toque") { _ in LineLogHandler(format: format, level: level) }
        return output
    }

    struct Output {
        /// Whether stdout gets the ready file's content.
        let json: Bool
        let readyFile: String?
        let controlTokenFile: String?
    }
}
