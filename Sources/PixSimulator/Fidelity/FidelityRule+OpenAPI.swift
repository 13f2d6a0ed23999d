import Sandbox
import SandboxKit
import ToqueEncoding

/// Shows the running mode's requirements in the OpenAPI document.
extension [FidelityRule] {
    func applied(to operation: Operation) -> Operation {
        var operation = operation
        operation.list = operation.list.map { applied(to: $0, of: operation.id) }
        for rule in self {
            switch rule.demand {
            case .contentType(let type) where operation.hasJSONBody:
                operation.refusals.append(
                    SandboxError(
                        415, "unsupported_media_type", "Expected a body of the type \(type).", field: "Content-Type"))
            case .parameter(let name, operation.id):
                operation.refusals.append(
                    .required(name, "Found nothing, expected this parameter of the query."))
            case .contentType, .parameter, .member, .signalTypes: break
            }
        }
        return operation
    }

    func applied(to component: Component) -> Component {
        reduce(component) { component, rule in
            guard let schema = component.schema.json.objectValue else { return component }
            switch rule.demand {
            case .member(let path, let owner, let value) where owner.name == component.name:
                let names = path.split(separator: ".").map(String.init)
                return component.describing(JSONSchema(schema.requiring(names[...], value)))
            case .signalTypes where component.name == Component.riskSignals.name:
                return component.describing(JSONSchema(schema.addingSignalTypes))
            case .contentType, .member, .signalTypes, .parameter: return component
            }
        }
    }
}

extension JSONObject {
    /// The schema of risk signals, including the optional ones.
    fileprivate var addingSignalTypes: JSONObject {
        var schema = self
        var properties = schema["properties"]?.objectValue ?? [:]
        for (signal, type) in RiskSignalRules.types { properties[signal] = type.schema.orNull.json }
        schema["properties"] = .object(properties)
        return schema
    }

    /// An object's schema with a required member.
    /// - Parameters:
    ///   - path: of the member, which the schema must contain.
    ///   - value: the only allowed value; nil for any except null.
    fileprivate func requiring(_ path: ArraySlice<String>, _ value: JSON?) -> JSONObject {
        var schema = self
        if let forms = schema["anyOf"]?.arrayValue {
            let changed = forms.compactMap(\.objectValue).map { JSON.object($0.requiring(path, value)) }
            schema["anyOf"] = .array(changed)
            return schema
        }
        guard let name = path.first, var properties = schema["properties"]?.objectValue,
            let member = properties[name]?.objectValue
        else { return schema }
        let rest = path.dropFirst()
        if rest.isEmpty {
            properties[name] = value.map { ["const": $0] } ?? .object(member.withoutNull)
            let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue) + [name])
            schema["required"] = .array(properties.names.filter(required.contains).map(JSON.string))
        } else {
            properties[name] = .object(member.requiring(rest, value))
        }
        schema["properties"] = .object(properties)
        return schema
    }

    /// Undoes `JSONSchema.orNull` on a schema with a type.
    private var withoutNull: JSONObject {
        var schema = self
        if let types = schema["type"]?.arrayValue, let type = types.first(where: { $0 != "null" }) {
            schema["type"] = type
        }
        return schema
    }
}
