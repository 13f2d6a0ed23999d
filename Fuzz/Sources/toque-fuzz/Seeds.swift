import Foundation
import ToqueCBOR
import ToqueEncoding
import ToqueWebAuthn

/// Initial inputs, one folder per target: the repository's vectors, generated inputs, and inputs of earlier runs.
enum Seeds {
    static func write(from vectors: String, kept: String, to directory: String) throws {
        var count = 0
        for target in FuzzTarget.allCases {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(target.rawValue)", withIntermediateDirectories: true)
        }
        let ceremonies = try ceremonies(in: vectors)
        guard !ceremonies.isEmpty else { throw CocoaError(.fileNoSuchFile) }
        var all = ceremonies.flatMap(inputs) + (try Metadata.seeds().map { (.metadata, $0) })
        for target in FuzzTarget.allCases {
            all += target.seeds.map { (target, $0) }
            all += try KeptInputs.read("\(kept)/\(target.rawValue)").map { (target, $0) }
            all += try KeptInputs.read("\(kept)/\(target.rawValue)-crashes").map { (target, $0) }
        }
        for (target, input) in all {
            let path = "\(directory)/\(target.rawValue)/seed-\(count)"
            try Data(input).write(to: URL(fileURLWithPath: path))
            count += 1
        }
        print("\(count) inputs in \(directory)")
    }

    /// The ceremonies of all documents in the folder, whatever else the documents contain.
    private static func ceremonies(in folder: String) throws -> [JSON] {
        guard let files = FileManager.default.enumerator(atPath: folder) else { throw CocoaError(.fileNoSuchFile) }
        var found: [JSON] = []
        for case let file as String in files where file.hasSuffix(".json") || file.hasSuffix(".jsonl") {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
            let texts = file.hasSuffix(".json") ? [bytes[...]] : bytes.split(separator: UInt8(ascii: "\n"))
            for text in texts {
                guard let json = try? JSON(parsing: Array(text), limits: .init(size: 64 << 20, depth: 32)) else {
                    continue
                }
                collect(json, into: &found)
            }
        }
        return found
    }

    private static func collect(_ json: JSON, into found: inout [JSON]) {
        switch json {
        case .object(let object):
            if object["kind"] != nil, object["response"] != nil {
                found.append(json)
            } else {
                for (_, value) in object { collect(value, into: &found) }
            }
        case .array(let elements): for element in elements { collect(element, into: &found) }
        default: break
        }
    }

    private static func inputs(_ ceremony: JSON) -> [(FuzzTarget, [UInt8])] {
        let reader = JSONReader(ceremony)
        guard let options = try? reader.member("options").value, let response = try? reader.member("response"),
            let client = try? response.member("response").member("clientDataJSON").base64URL()
        else { return [(.ceremony, Array(ceremony.serialized().utf8))] }
        var inputs: [(FuzzTarget, [UInt8]?)] = [(.ceremony, Array(ceremony.serialized().utf8))]
        if (try? reader.member("kind").string()) == "registration" {
            inputs += [
                (.creationOptions, Array(options.serialized().utf8)),
                (.registrationResponse, Array(response.value.serialized().utf8)),
            ]
            if let bytes = try? response.member("response").member("attestationObject").base64URL() {
                inputs += registration(client, bytes)
            }
        } else {
            inputs += [
                (.requestOptions, Array(options.serialized().utf8)),
                (.authenticationResponse, Array(response.value.serialized().utf8)),
                (.assertion, try? assertion(client, response.member("response"), reader.member("credential"))),
            ]
        }
        for anchor in (try? reader.optional("trustAnchors")?.elements()) ?? [] {
            inputs.append((.certificate, (try? anchor.string()).flatMap { Data(base64Encoded: $0).map([UInt8].init) }))
        }
        return inputs.compactMap { target, input in input.map { (target, $0) } }
    }

    private static func registration(_ client: [UInt8], _ bytes: [UInt8]) -> [(FuzzTarget, [UInt8]?)] {
        var inputs: [(FuzzTarget, [UInt8]?)] = [(.registration, Parts.join([client, bytes]))]
        guard let object = try? AttestationObject(decoding: bytes) else { return inputs }
        if let target = FuzzTarget.allCases.first(where: { $0.format == object.format }) {
            inputs.append((target, Parts.join([client, object.authenticatorData, object.statement.encoded])))
        }
        for item in object.statement.mapValue?["x5c"]?.arrayValue ?? [] {
            inputs.append((.certificate, item.bytesValue))
        }
        return inputs
    }

    private static func assertion(
        _ client: [UInt8], _ response: JSONReader, _ credential: JSONReader
    ) throws -> [UInt8]? {
        Parts.join([
            client, try response.member("authenticatorData").base64URL(), try response.member("signature").base64URL(),
            try credential.member("publicKey").base64URL(),
        ])
    }
}
