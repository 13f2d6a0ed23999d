import Glibc
import Logging
import Sandbox
import ToqueEncoding

/// The sandbox's server with a provider whose endpoints do nothing. What remains is routing, keys, body, journal,
/// metrics, and responses of the usual size.
enum NothingServer {
    static let option = "--serve-nothing"

    /// The server's command.
    /// - Parameter answers: the sizes of the responses, in the order of the steps.
    static func command(_ answers: [Int]) throws -> [String] {
        // /proc/self/exe would be the executable of the process that runs the command.
        [try Processes.ownPath(), option, answers.map(String.init).joined(separator: ",")]
    }

    /// Serves until the process is ended.
    /// - Parameter arguments: the arguments after the option: sizes, `--ready-file`, its path.
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 3 else { return }
        let sizes = arguments[0].split(separator: ",").compactMap { Int($0) }
        let routes = zip(FlowClient.Step.allCases, sizes).map { step, size in
            let parts = step.rawValue.split(separator: " ")
            let body: JSON = .string(String(repeating: "x", count: max(0, size - 2)))
            return Route(String(parts[0]), String(parts[1]), access: step == .decide ? .open : .key) { _ in
                size == 0 ? .noContent : .json(body)
            }
        }
        let logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        let configuration = SandboxConfiguration(keys: [APIKey(id: "sandbox", secret: "sandbox")], logger: logger)
        let server = try await SandboxServer(configuration, provider: Nothing(routes: routes))
        guard let file = fopen(arguments[2], "w") else { return }
        fputs("{\"url\": \"\(server.url)\"}\n", file)
        fclose(file)
        try await Task.sleep(for: .seconds(3600))
    }
}

private struct Nothing: SandboxProvider {
    let name = "nothing"
    let routes: [Route]
    let prefixes = ["payments/br"]
    let guide = ProviderGuide(title: "Nothing", curl: { url, _ in url })

    func errorBody(_ error: SandboxError, requestID: String, at now: Timestamp) -> JSON { .string(error.message) }
    func openAPI(publicURL: String) -> JSON { .null }
}
