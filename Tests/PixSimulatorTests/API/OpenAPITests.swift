import SandboxKit
import Testing
import ToqueEncoding

@testable import PixSimulator

/// The document against the routes and against itself. `Simulation.send` checks every answer of every test against it.
@Suite struct OpenAPITests {
    @Test("The document has exactly one operation for each route")
    func everyRouteHasAnOperationAndTheOtherWayRound() {
        let routes = Contract.provider.routes.map { "\($0.method) \($0.path)" }
        let operations = Operation.all.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(routes).subtracting(operations).isEmpty)
        #expect(Set(operations).subtracting(routes).isEmpty)
        #expect(operations.count == Set(operations).count)
        #expect(Set(Operation.all.map(\.id)).count == operations.count)
    }

    @Test("The example of a component matches its schema", arguments: Component.all)
    func exampleIsWhatItsSchemaSays(_ component: Component) {
        #expect(Contract.shared.checker.problems(of: component.example, in: component.schema.json) == [])
    }

    @Test("Every link leads to an operation of the document")
    func linksLeadToOperations() {
        let ids = Operation.all.map(\.id)
        for link in Operation.all.flatMap(\.answers).flatMap(\.links) { #expect(ids.contains(link.operationID)) }
    }

    @Test("Every reference leads to a part of the document")
    func references() {
        func references(_ json: JSON) -> [String] {
            switch json {
            case .object(let object):
                object.flatMap { $0.name == "$ref" ? [$0.value.stringValue ?? ""] : references($0.value) }
            case .array(let values): values.flatMap(references)
            case .null, .bool, .number, .string: []
            }
        }
        let document = Contract.shared.document
        for reference in Set(references(document)) {
            let parts = reference.split(separator: "/").dropFirst()
            #expect(parts.reduce(document) { $0[String($1)] ?? .null } != .null, "\(reference)")
        }
    }

    @Test("The document names a server with and one without the path prefix")
    func namesBothSpellingsAsServers() {
        let servers = Contract.shared.document["servers"]?.arrayValue?.compactMap { $0["url"]?.stringValue }
        #expect(servers == ["http://127.0.0.1:8420", "http://127.0.0.1:8420/payments/br"])
    }
}
