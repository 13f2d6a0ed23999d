import Sandbox
import SandboxKit

extension PixProvider {
    /// The files that phones request from the relying party's domain, without a key.
    var wellKnownRoutes: [Route] {
        WellKnownFiles.Document.allCases.map { document in
            Route("GET", ".well-known/\(document.rawValue)", access: .open) { _ in try show(document) }
        }
    }

    private func show(_ document: WellKnownFiles.Document) throws -> SandboxResponse {
        guard let wellKnown else {
            throw SandboxError.notFound("No file is served here; start the sandbox with --wellknown DIR.")
        }
        let bytes: [UInt8]?
        do throws(WellKnownError) {
            bytes = try wellKnown.bytes(of: document)
        } catch {
            // Without the folder's path: anybody may ask.
            throw SandboxError.notFound("\(document.rawValue): \(error.problem).")
        }
        guard let bytes else {
            throw SandboxError.notFound("The folder of --wellknown has no \(document.rawValue).")
        }
        return .content("application/json", bytes)
    }
}
