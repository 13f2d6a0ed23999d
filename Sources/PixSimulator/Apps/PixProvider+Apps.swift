import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    var tenantActions: [ControlVerb] { AppAction.allCases.map(\.verb) }

    private enum AppAction: String, CaseIterable {
        case add = "apps add"
        case list = "apps list"
        case remove = "apps remove"

        var verb: ControlVerb {
            switch self {
            case .add:
                ControlVerb(
                    rawValue, "Add an app. From then on, the bank refuses ceremonies of other apps.",
                    RegisteredApp.parameters)
            case .list: ControlVerb(rawValue, "List the registered apps.")
            case .remove:
                ControlVerb(
                    rawValue, "Remove a registered app.",
                    operand: .init("id", "TEAMID.BUNDLEID of an iOS app, or the package of an Android app."))
            }
        }
    }

    func perform(tenantAction: String, parameters: JSONObject, _ transaction: Transaction) throws -> JSON {
        guard let action = AppAction(rawValue: tenantAction) else {
            throw SandboxError.unknownAction(tenantAction)
        }
        let rpID = bank.identity.id
        switch action {
        case .add:
            let app = try RegisteredApp(parameters: parameters)
            guard try RegisteredApp.find(app.id, transaction) == nil else {
                throw SandboxError(
                    status: 409, code: "exists", message: "The app \(app.id) is registered; remove it first.")
            }
            do throws(WellKnownError) {
                try wellKnown?.check(app)
            } catch {
                throw SandboxError.invalid(app.platform == .ios ? "bundle_id" : "package", "\(error)")
            }
            try app.save(transaction)
            return app.shown(rpID: rpID)
        case .list: return ["apps": .array(try RegisteredApps(transaction).apps.map { $0.shown(rpID: rpID) })]
        case .remove:
            let app = try RegisteredApp.existing(try parameters.text("id") ?? "", transaction)
            try transaction.remove(kind: RegisteredApp.kind, id: app.id)
            return app.shown(rpID: rpID)
        }
    }

    /// Checks that the files contain the apps of all tenants.
    /// - Throws: `WellKnownError`.
    func checkWellKnownFiles(_ engine: Engine) async throws {
        guard let wellKnown else { return }
        try wellKnown.check()
        for tenant in try await engine.store.tenants() {
            for app in try await engine.store.read(tenant.id, { try RegisteredApps($0) }).apps {
                try wellKnown.check(app)
            }
        }
    }
}
