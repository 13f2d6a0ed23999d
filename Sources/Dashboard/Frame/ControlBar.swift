import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

/// The tenant with its scenario, its time and its state, and the actions on them.
struct ControlBar {
    private let request: ViewRequest
    private let keys: JSON
    private let scenarios: JSON
    private let clock: JSON

    init(_ request: ViewRequest) async throws {
        self.request = request
        keys = try await request.get("keys", query: [("limit", "\(Self.maximumTenants)")])
        scenarios = try await request.get("scenarios")
        clock = try await request.get("clock")
    }

    /// The tenants that the page has. A module finds the others, and their ids can be typed.
    private static let maximumTenants = 100

    /// True if there are tenants that the page does not have.
    private var hasMoreTenants: Bool { keys["keys"]?.arrayValue?.count == Self.maximumTenants }

    var modules: [PageModule] { hasMoreTenants ? [.tenants] : [] }

    var values: [String: Any] {
        [
            "tenant": tenant, "scenario": scenario, "clock": time, "state": state,
            "provider": request.request.engine.provider.name,
        ]
    }

    private var tenant: [String: Any] {
        let ids = (keys["keys"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        let current = request.tenant
        let all = ids.contains(current) ? ids : [current] + ids
        var values: [String: Any] = [
            "id": current, "url": "/\(ControlPath.index)/", "several": all.count > 1, "options": all.map { ["id": $0] },
            "command": ShownCommand(
                ["sandbox", "status"], [.init("tenant", option: "--tenant", placeholder: "KEY-ID", value: current)],
                server: request.request.publicURL, tenant: nil
            ).values,
        ]
        if hasMoreTenants { values["search"] = "/\(ControlPath.index)/keys?limit=\(Self.maximumTenants)" }
        return values
    }

    private var scenario: [String: Any] {
        let all = scenarios["scenarios"]?.arrayValue ?? []
        let current = scenarios["default"]?.stringValue
        var values: [String: Any] = [
            "set": request.link("scenario/set"), "clear": request.link("scenario/clear"),
            "options": all.map {
                ["name": $0["name"]?.stringValue ?? "", "summary": $0["summary"]?.stringValue ?? ""]
            },
            "setCommand": request.command(
                "sandbox", "scenario", "set", fields: [.init("scenario", placeholder: "NAME", value: current)]),
            "clearCommand": request.command("sandbox", "scenario", "clear"),
        ]
        values["current"] = current
        return values
    }

    private static let usualAdvance = "5m"

    private var time: [String: Any] {
        let next = clock["next"]?.stringValue
        var values: [String: Any] = [
            "now": request.shown.time(clock["now"]?.stringValue ?? ""), "frozen": clock["frozen"]?.boolValue ?? false,
            "freeze": request.link("clock/freeze"), "run": request.link("clock/run"),
            "advance": request.link("clock/advance"),
            "freezeCommand": request.command("sandbox", "clock", "freeze"),
            "runCommand": request.command("sandbox", "clock", "run"),
            "advanceCommand": request.command(
                "sandbox", "clock", "advance", fields: [.init("by", placeholder: "TIME", value: Self.usualAdvance)]),
            "usualAdvance": Self.usualAdvance,
        ]
        if let next {
            values["next"] = [
                "at": request.shown.time(next),
                "command": request.command("sandbox", "clock", "advance", "--to", next),
            ]
        }
        return values
    }

    private var state: [String: Any] {
        [
            "reset": request.link("reset"),
            "save": "/\(ControlPath.index)/state?\(FormURLEncoding.encode([("tenant", request.tenant)]))",
            "load": request.link("load"),
            "resetCommand": request.command("sandbox", "reset"),
            "saveCommand": request.command("sandbox", "save", "state.json"),
            "loadCommand": request.command("sandbox", "load", fields: [.init("file", placeholder: "FILE")]),
        ]
    }
}
