import RelyingParty
import Sandbox
import SandboxKit
import ToqueEncoding

/// The apps of a tenant. Without any, origins and callback URLs are checked as if apps did not exist.
struct RegisteredApps: Sendable {
    /// More than any merchant has.
    private static let limit = 1000

    let apps: [RegisteredApp]

    init(_ apps: [RegisteredApp]) { self.apps = apps }

    /// In the order of registration.
    init(_ transaction: ReadTransaction) throws {
        apps = try transaction.objects(kind: RegisteredApp.kind, newestFirst: false, limit: Self.limit).bodies
            .map(RegisteredApp.init(json:))
    }

    /// The origins that the bank accepts: those of the apps and of the configuration. If there are neither, the RP ID's
    /// own.
    func origins(of identity: PixSimulator.RelyingPartyIdentity) -> [String] {
        var origins = identity.origins
        for origin in apps.flatMap({ $0.origins(rpID: identity.id) }) where !origins.contains(origin) {
            origins.append(origin)
        }
        return origins.isEmpty ? ["https://\(identity.id)"] : origins
    }

    /// - Throws: `SandboxError` 400 if the URL is not under an app's domain.
    func check(callbackURL: String?) throws(SandboxError) {
        guard let callbackURL, !apps.isEmpty, let host = Authority(ofURL: callbackURL)?.host else { return }
        let domains = apps.map(\.domain)
        guard domains.contains(where: { host == $0 || host.hasSuffix(".\($0)") }) else {
            throw .invalid(
                "details.callback_url",
                "App not registered: found the host \(host), expected one of a registered app's domain: "
                    + "\(domains.joined(separator: ", "))."
            ).assuming(.appRegistration)
        }
    }

    /// The bank's sentence about a refused ceremony.
    func sentence(about failure: VerificationFailure) -> String {
        guard failure.code == .originNotAllowed, !apps.isEmpty else { return "\(failure)" }
        return "\(failure.code.rawValue): app not registered: \(failure.message)"
    }
}
