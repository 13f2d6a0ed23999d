import Sandbox
import ToqueEncoding
import ToqueTestSupport

@testable import PixSimulator

/// The OpenAPI document, and its checks of an answer.
struct Contract {
    static let provider = PixProvider(.init())

    static let shared = Contract()

    private let contract = OpenAPIContract(
        document: provider.openAPI(publicURL: "http://127.0.0.1:8420"), prefix: "payments/br")

    var document: JSON { contract.document }
    var checker: SchemaChecker { contract.checker }

    func problems(_ method: String, _ path: String, _ answer: Simulation.Answer) -> [String] {
        contract.problems(method, path, status: answer.status, headers: answer.headers, body: answer.text)
    }
}
