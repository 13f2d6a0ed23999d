import Pages
import Sandbox
import SandboxKit
import SoftAuthenticator
import ToqueWebAuthn

extension PhonePages {
    /// All phones, and new ones.
    var listRoutes: [Route] {
        [
            route("GET") { [self] visit in try await list(visit) },
            route("POST", "/phones") { [self] visit in try await add(visit) },
        ]
    }

    private func list(_ visit: PhoneVisit, problem: PhoneProblem? = nil) async throws -> SandboxResponse {
        let texts = visit.texts
        var entries: [[String: Any]] = []
        for session in try await phones.all() {
            let phone = await session.phone
            let view = PhoneHead(phone, texts)
            entries.append(["phone": view.values, "state": view.state, "url": "\(PhoneVisit.home)/\(phone.id)"])
        }
        var profiles = AuthenticatorProfile.all.map { profile in
            ["value": profile.name, "label": texts[.phoneKindToque, ["profile": profile.name]]]
        }
        var hint = texts[.phoneHintDevicePage]
        if let origin = configuration.browserOrigin {
            profiles.append(["value": "browser", "label": texts[.phoneKindBrowser]])
            hint = texts[.phoneHintBrowser, ["url": "\(origin)\(PhoneVisit.home)"]]
        }
        var values: [String: Any] = [
            "list": entries, "profiles": profiles, "hint": hint,
            "name": problem == nil ? texts[.phoneDefaultName] : String(visit.field("name").prefix(Phone.nameLimit)),
        ]
        if configuration.keys.count > 1 { values["tenants"] = ["list": configuration.keys.map(\.id)] }
        values["footer"] = texts[.phoneFooter]
        values["problem"] = problem?.values(texts)
        return .page(
            HTMLPage(.phones, title: texts[.phoneTitle], values), for: visit.visitor,
            status: problem == nil ? 200 : 400
        )
    }

    private func add(_ visit: PhoneVisit) async throws -> SandboxResponse {
        let name = visit.field("name")
        guard (1...Phone.nameLimit).contains(name.unicodeScalars.count), !name.allSatisfy(\.isWhitespace) else {
            return try await list(visit, problem: PhoneProblem("name", "", .phoneAdviceName))
        }
        let authenticator = visit.field("authenticator")
        let usesBrowser = authenticator == "browser" && configuration.browserOrigin != nil
        let profile = AuthenticatorProfile(name: authenticator) ?? .ios
        let tenants = configuration.keys.map(\.id)
        let tenant = tenants.contains(visit.field("tenant")) ? visit.field("tenant") : tenants.first ?? ""
        guard let phone = try await phones.add(name: name, profile: usesBrowser ? nil : profile.name, tenant: tenant)
        else { return try await list(visit, problem: PhoneProblem("limit", "\(Phones.limit)", .phoneAdviceTooMany)) }
        return .redirect(to: "\(PhoneVisit.home)/\(phone.id)")
    }
}
