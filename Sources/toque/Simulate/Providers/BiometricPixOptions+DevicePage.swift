import APIClient
import PhonePages
import PixSimulator
import Sandbox
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The phone in the browser, and the bank that takes the browser's own authenticator.
extension BiometricPixOptions {
    func phones(
        _ settings: Settings, of sandbox: SandboxConfiguration, by transport: any HTTPTransport
    ) throws(CommandError) -> PhonePages? {
        var configuration = PhonePages.Configuration(keys: sandbox.keys, transport: transport)
        if case .file(let path) = sandbox.database { configuration.archive = .folder("\(path).phones") }
        configuration.browserOrigin = try browserOrigin(settings, of: sandbox)
        return PhonePages(configuration)
    }

    /// The page's origin with `--device-page`; nil without it. Browsers allow RP IDs that are no domains for localhost
    /// alone.
    /// - Throws: status 2 for options that contradict it.
    func browserOrigin(_ settings: Settings, of sandbox: SandboxConfiguration) throws(CommandError) -> Origin? {
        guard try settings.flag(devicePage, "device-page") else { return nil }
        let name = settings.name(devicePage ? "" : nil, "device-page")
        func conflict(_ problem: String, hint: String? = nil) -> CommandError {
            CommandError(.conflictingOptions, at: name, problem, hint: hint)
        }
        guard sandbox.port != 0 else {
            throw conflict("requires a port that is known before the start", hint: "pass --port N")
        }
        guard Authority.isLoopback(sandbox.host) else {
            throw conflict("requires an address of loopback, not \(sandbox.host)")
        }
        let scheme = sandbox.tls == nil ? "http" : "https"
        let text = "\(scheme)://\(Self.localhost):\(sandbox.port)"
        if let rpID = settings.source(rpId, "rp-id"), rpID.text != Self.localhost {
            throw conflict("excludes \(rpID.name) \(rpID.text): it sets \(Self.localhost)")
        }
        let origins = settings.texts(origin, "origin")
        if let other = origins.first(where: { $0 != text }) {
            throw conflict("excludes \(settings.name(origin.first, "origin")) \(other): it sets \(text)")
        }
        do throws(WebAuthnError) {
            return try Origin(text)
        } catch {
            throw CommandError(.invalidValue, at: name, error.message)
        }
    }

    private static var localhost: String { "localhost" }
}

extension PixSimulator.RelyingPartyIdentity {
    /// The bank of a page on localhost.
    init(of origin: Origin, name: String) {
        self.init()
        id = "localhost"
        origins = [origin.description]
        self.name = name
    }
}
