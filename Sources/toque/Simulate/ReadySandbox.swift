import Sandbox
import ToqueEncoding

/// The facts about a responding sandbox, for a person or a waiting program.
struct ReadySandbox {
    let url: String
    let guide: ProviderGuide
    let keys: KeySource
    let database: SandboxStore.Location
    /// The certificate that clients must trust; nil without TLS.
    let certificate: String?
    let hasControl: Bool
    let processID: Int32
    /// The database's previous tenants.
    var resumed: [ResumedTenant] = []

    var json: JSON {
        let path: JSON =
            switch database {
            case .memory: .null
            case .file(let path): .string(path)
            case .server(let address): .string(address.description)
            }
        return [
            "url": .string(url), "control_url": hasControl ? .string("\(url)/_toque") : .null,
            "keys": .array(keys.keys.map { ["id": .string($0.id), "secret": .string($0.secret)] }),
            "tenant": .string(keys.first.id), "database": path, "pid": .int(processID),
        ]
    }

    /// A first request, to paste into a shell.
    var curl: String {
        let trust = certificate.map { "--cacert \($0.shellQuoted) " } ?? ""
        return "curl \(trust)\(guide.curl(url, keys.shellWord))"
    }

    /// The dashboard's URL; nil without control.
    var dashboard: String? { hasControl ? "\(url)/_toque/" : nil }

    /// The commands for another terminal.
    var control: String {
        guard hasControl else { return "Control is off: --no-control." }
        return "In another terminal: toque logs --follow\(server), toque sandbox scenarios\(server)"
    }

    /// The option that selects this sandbox.
    private var server: String { url == ControlOptions.defaultServer ? "" : " --server \(url)" }

    /// The differences of a database file from a new one, and how to remove them; nil if there are none.
    var resumption: String? {
        let facts = resumedFacts
        guard case .file(let path) = database, !facts.isEmpty else { return nil }
        let remedy =
            hasControl
            ? "To clear \(resumed.count > 1 ? "a tenant" : "it"): toque sandbox reset\(tenantOption)\(server)"
            : "To clear it: end the sandbox and remove the file"
        return "Resuming \(path): \(facts.joined(separator: ", ")). \(remedy)"
    }

    /// The option that selects the tenant to clear; commands use the first key's by default.
    private var tenantOption: String {
        guard let tenant = resumed.first, resumed.count == 1 else { return " --tenant KEY-ID" }
        return tenant.id == keys.first.id ? "" : " --tenant \(tenant.id.shellQuoted)"
    }

    private var resumedFacts: [String] {
        var facts = resumed.count > 1 ? ["\(resumed.count) tenants"] : []
        facts += named { $0.scenario.map { "default scenario \($0)" } }
        facts += named { tenant in
            if let instant = tenant.clock.frozenAt { return "clock frozen at \(instant)" }
            let seconds = tenant.clock.offset.components.seconds
            return seconds == 0 ? nil : "clock \(abs(seconds)) s \(seconds < 0 ? "behind" : "ahead")"
        }
        let timers = resumed.reduce(0) { $0 + $1.timers }
        if timers > 0 { facts.append("\(timers) pending \(timers == 1 ? "timer" : "timers")") }
        return facts
    }

    /// A fact of each affected tenant, with its name if there are several tenants, at most three of them.
    private func named(_ fact: (ResumedTenant) -> String?) -> [String] {
        let all = resumed.compactMap { tenant in
            fact(tenant).map { resumed.count > 1 ? "\($0) (\(tenant.id))" : $0 }
        }
        return all.count > 3 ? Array(all.prefix(3)) + ["and \(all.count - 3) more"] : all
    }

    /// The place of the data.
    var place: String {
        switch database {
        case .memory: "in memory"
        case .file(let path): "in \(path)"
        case .server(let address): "in \(address)"
        }
    }
}
