import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension PixProvider {
    /// The body, checked by its model and the rules.
    /// - Parameters:
    ///   - component: its name in the rules and the OpenAPI document.
    ///   - moreFaults: finds further problems.
    /// - Throws: `SandboxError` 400 with all problems, and 415.
    func body<Body: RequestModel>(
        of request: SandboxRequest, as component: Component, moreFaults: (JSON) -> [SandboxError] = { _ in [] }
    ) throws(SandboxError) -> Body {
        for rule in rules {
            if case .contentType(let type) = rule.demand { try request.requireDeclaredContentType(type) }
        }
        return try request.body { json in
            rules.compactMap { $0.demand.fault(of: json, as: component) } + moreFaults(json)
        }
    }
}

extension [FidelityRule] {
    /// The problems of a request's risk signals.
    func faults(in signals: JSONObject, platform: Platform?, path: String) -> [SandboxError] {
        let areTyped = contains { if case .signalTypes = $0.demand { true } else { false } }
        return RiskSignalRules.faults(in: signals, platform: platform, areTyped: areTyped, path: path)
    }

    /// The parameters of a list, with the required ones marked.
    func applied(to parameters: [ListParameter], of operation: String) -> [ListParameter] {
        var parameters = parameters
        for rule in self {
            guard case .parameter(let name, operation) = rule.demand else { continue }
            for index in parameters.indices where parameters[index].name == name {
                parameters[index].isRequired = true
            }
        }
        return parameters
    }
}

extension FidelityRule.Demand {
    /// The missing requirement of a body; nil if it is met, or if the model itself finds the problem.
    fileprivate func fault(of body: JSON, as component: Component) -> SandboxError? {
        guard case .member(let path, let owner, let value) = self, owner.name == component.name else { return nil }
        let names = path.split(separator: ".").map(String.init)
        var parent = body
        for name in names.dropLast() {
            guard let inner = parent[name], inner.objectValue != nil else { return nil }
            parent = inner
        }
        guard parent.objectValue != nil else { return nil }
        let expectation = value?.serialized() ?? String.expectation
        guard let found = parent[names[names.count - 1]], !found.isNull else {
            return .required(path, "Found nothing, expected \(expectation).")
        }
        guard let value, found != value else { return nil }
        return SandboxError(JSONReader(found, path: path).mismatch(expected: expectation))
    }
}
