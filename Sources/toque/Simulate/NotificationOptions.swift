import ArgumentParser
import Sandbox

/// Who is notified.
struct NotificationOptions: ParsableArguments {
    @Option(help: .init("Send webhooks to this URL. May stand more than once.", valueName: "url"))
    var webhook: [String] = []

    @Option(
        help: .init("The file with the bearer token that webhooks bring.", valueName: "file"), completion: .file())
    var webhookTokenFile: String?

    @Option(
        help: .init(
            "Trust receivers with certificates by these (PEM), beside those that the machine trusts.", valueName: "file"
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
