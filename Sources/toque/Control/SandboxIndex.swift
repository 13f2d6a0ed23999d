import Sandbox
import ToqueEncoding

/// A running sandbox's description of its provider: the index of its control API.
struct SandboxIndex {
    let actions: [ControlVerb]
    let triggers: [ControlVerb]
    /// Actions on a tenant, such as `apps add`.
    let tenantActions: [ControlVerb]
    let webhookMembers: WebhookMembers
    private let objectLines: [[String]]

    init(of client: ControlClient) async throws(ControlError) {
        let index = JSONReader(try await client.get(""))
        do throws(JSONMemberError) {
            func verbs(_ name: String) throws(JSONMemberError) -> [ControlVerb] {
                try index.member(name).map { (verb) throws(JSONMemberError) in try ControlVerb(verb) }
            }
            actions = try verbs("actions")
            triggers = try verbs("triggers")
            tenantActions = try verbs("tenant_actions")
            webhookMembers = try WebhookMembers(index.member("webhook_members"))
            objectLines = try index.member("object_lines").map { (line) throws(JSONMemberError) in try line.strings() }
        } catch {
            throw .foreign(client.server, reason: "\(error)")
        }
    }

    /// An object of the provider's API as text. It begins with the ID, which a terminal shows shortened.
    func text(of object: JSON, _ options: TableOptions) -> String {
        var lines = objectLines.map { line in line.map { object.member(at: $0).cell }.filter { $0 != "-" } }
            .filter { !$0.isEmpty }
        if OutputScreen.standard.width != nil, !options.wide, let id = lines.first?.first {
            lines[0][0] = ShortID.shortened([id])[0]
        }
        return lines.map { $0.joined(separator: "  ") }.joined(separator: "\n")
    }
}
