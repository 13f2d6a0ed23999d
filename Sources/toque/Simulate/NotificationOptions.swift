import ArgumentParser
import Sandbox

/// The receivers of webhooks.
struct NotificationOptions: ParsableArguments {
    @Option(help: .init("Send webhooks to this URL. Repeatable.", valueName: "url"))
    var webhook: [String] = []

    @Option(
        help: .init("Read the bearer token of the webhooks from this file.", valueName: "file"), completion: .file())
    var webhookTokenFile: String?

    @Option(
        help: .init(
            "Trust webhook receivers by these CA certificates (PEM), beside those of the machine.", valueName: "file"
        ),
        completion: .file())
    var webhookCa: String?

    func apply(to configuration: inout SandboxConfiguration, _ settings: Settings) throws(CommandError) {
        configuration.webhooks = settings.texts(webhook, "webhook")
        configuration.webhookToken = try settings.text(webhookTokenFile, "webhook-token-file")
            .map { path throws(CommandError) in try SecretFile.token(of: path) }
        configuration.webhookAuthorities = settings.text(webhookCa, "webhook-ca")
    }
}
