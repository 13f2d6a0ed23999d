import Sandbox
import ToqueEncoding

/// A provider of a test's making.
struct TestProvider: SandboxProvider {
    let name = "test"
    var routes: [Route]
    var prefixes: [String] = []
    let guide = ProviderGuide(title: "A test", curl: { url, _ in url })

    func errorBody(_ error: SandboxError, requestID: String) -> JSON {
        ["code": .string(error.code), "id": .string(requestID)]
    }

    func openAPI(publicURL: String) -> JSON { ["openapi": "3.1.0"] }
}
