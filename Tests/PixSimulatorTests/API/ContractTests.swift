import Sandbox
import SandboxKit
import Testing
import ToqueEncoding

@testable import PixSimulator

/// The checks of answers against the document must find faults.
@Suite struct ContractTests {
    private let institution = Component.institution.example

    private func problems(_ change: (inout JSONObject) -> Void) -> [String] {
        var object = institution.objectValue ?? [:]
        change(&object)
        return Contract.shared.checker.problems(of: .object(object), in: Component.institution.schema.json)
    }

    @Test("The schema checker finds each fault in a body")
    func findsWhatIsWrongInABody() {
        #expect(problems { _ in } == [])
        #expect(problems { $0["id"] = "1" }.count == 1)
        #expect(problems { $0["id"] = nil }.count == 1)
        #expect(problems { $0["active"] = "yes" }.count == 1)
        #expect(problems { $0["country"] = "USA" }.count == 1)
        #expect(problems { $0["institution_type"] = "OTHER" }.count == 1)
        #expect(problems { $0["primary_color"] = "red" }.count == 1)
        #expect(problems { $0["sort_priority"] = 0 }.count == 1)
        #expect(problems { $0["payment_methods"] = ["pix": ["status": 1]] }.count == 2)
        #expect(problems { $0["unknown"] = .null }.count == 1)
    }

    @Test("The contract finds each fault in an answer's status, headers, and body")
    func findsWhatIsWrongInAnAnswer() {
        func answer(_ status: Int, _ text: String, _ headers: [String: String]) -> Simulation.Answer {
            Simulation.Answer(
                status: status, headers: headers.merging(["x-request-id": Examples.requestID]) { given, _ in given },
                text: text)
        }
        func problems(_ answer: Simulation.Answer) -> [String] {
            Contract.shared.problems("GET", "/payments/br/customers/1?page=2", answer)
        }
        let json = ["content-type": "application/json"]
        let refusal = SandboxError.notFound("There is no such customer.").example.serialized()
        #expect(problems(answer(404, refusal, json)) == [])
        #expect(problems(answer(404, refusal, ["content-type": "text/plain"])).count == 1)
        #expect(problems(answer(404, "{}", json)).count == 1)
        #expect(problems(answer(201, refusal, json)).count == 1)
        #expect(problems(answer(404, refusal, ["content-type": "application/json", "x-request-id": "1"])).count == 1)
        #expect(problems(Simulation.Answer(status: 404, headers: json, text: refusal)).count == 1)
        let late = SandboxError.invalidStatus("Too late.").example.serialized()
        #expect(problems(answer(400, late, json)).count == 1)
    }
}
