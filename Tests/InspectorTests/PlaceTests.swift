import Foundation
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Inspector

@Suite("The places of parts")
struct PlaceTests {
    /// The ceremonies of every file of vectors.
    private static func ceremonies() throws -> [JSON] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../vectors")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".json") && !$0.hasPrefix("schema") }.flatMap { name in
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            return try JSON(parsing: bytes, limits: .init(size: bytes.count))["ceremonies"]?.arrayValue ?? []
        }
    }

    /// Where the part is in the value around it.
    private static func place(_ node: InspectionNode) -> Range<Int>? {
        node.bytes == nil ? node.range ?? node.place : node.place
    }

    /// What is wrong with the places below a part.
    /// - Parameter bounds: of the value around the part.
    private static func faults(_ node: InspectionNode, within bounds: Range<Int>, _ path: String) -> [String] {
        var faults: [String] = []
        var end = bounds.lowerBound
        for child in node.children {
            let path = "\(path) > \(child.label)"
            if let range = place(child) {
                if range.lowerBound < end || range.upperBound > bounds.upperBound {
                    faults.append("\(path): \(range) after \(end) in \(bounds)")
                }
                end = range.upperBound
            }
            let inner = child.bytes.map { 0..<$0.count } ?? place(child) ?? bounds
            faults += self.faults(child, within: inner, path)
        }
        return faults
    }

    @Test("In every ceremony of the vectors, each part is inside the one around it, after the one before it")
    func vectors() throws {
        let ceremonies = try Self.ceremonies()
        #expect(ceremonies.count > 200)
        for ceremony in ceremonies {
            let inspection = try Inspection(ceremony.utf8)
            let bytes = try #require(inspection.node.bytes)
            #expect(bytes == ceremony.utf8)
            let faults = Self.faults(inspection.node, within: bytes.indices, "")
            #expect(faults.isEmpty, "\(ceremony["id"]?.stringValue ?? ""): \(faults)")
        }
    }

    /// Every leaf with its bytes.
    private static func leaves(_ node: InspectionNode, in bytes: [UInt8]) -> [(node: InspectionNode, bytes: [UInt8])] {
        let value = node.bytes ?? bytes
        if node.children.isEmpty { return place(node).map { [(node, Array(bytes[$0]))] } ?? [] }
        return node.children.flatMap { leaves($0, in: value) }
    }

    @Test("The bytes at a member's place in a JSON text are its value")
    func members() throws {
        for ceremony in try Self.ceremonies().prefix(50) {
            guard let options = ceremony["options"] else { continue }
            let node = try Inspection(options.utf8, as: .json).node
            let leaves = Self.leaves(node, in: options.utf8)
            #expect(!leaves.isEmpty)
            for (leaf, bytes) in leaves {
                let text = try JSON(parsing: bytes)
                switch text {
                case .string(let text): #expect(leaf.value == text || leaf.value?.hasPrefix("\(text) (") == true)
                case .number(let number): #expect(leaf.value?.contains(number.text) == true)
                case .null, .bool, .array, .object: #expect(leaf.value != nil)
                }
            }
        }
    }

    @Test("The bytes at a part of authenticator data are its value")
    func authenticatorData() throws {
        let bytes = try Sample.authenticatorData().encoded
        let node = InspectionNode(authenticatorData: bytes)
        for (label, start, end) in [("rpIdHash", 0, 32), ("flags", 32, 33), ("signCount", 33, 37)] {
            #expect(node[label]?.range == start..<end)
        }
        let credential = try #require(node["attestedCredentialData"])
        let id = try #require(credential["credentialId"]?.range)
        #expect(credential["credentialId"]?.value == Hex.encode(bytes[id]))
        let x = try #require(credential["credentialPublicKey"]?["x"]?.range)
        // With the two bytes of CBOR's head before it.
        #expect(bytes[x].dropFirst(2).count == 32)
        #expect(credential["credentialPublicKey"]?["x"]?.value?.hasSuffix(Hex.encode(bytes[x].dropFirst(2))) == true)
    }

    @Test("What a base64url text contains is a value of its own, at the place of the text")
    func nested() throws {
        let data = try Sample.authenticatorData().encoded
        let text = #"{"a": 1, "authenticatorData": "\#(Base64URL.encode(data))"}"#
        let node = try Inspection(Array(text.utf8)).node
        let member = try #require(node["authenticatorData"])
        #expect(member.bytes == data)
        #expect(member.range == data.indices)
        #expect(member.place == 30..<text.utf8.count - 1)
        #expect(member.json["place"] == [30, .int(text.utf8.count - 1)])
        #expect(node["a"]?.place == 6..<7)
        #expect(node["a"]?.range == nil)
    }

    @Test("A byte string in chunks is a value of its own: its bytes are not together")
    func chunks() throws {
        // {"fmt": "none", "attStmt": {}, "authData": (_ h'…', h'…')}
        let data = try Sample.authenticatorData().encoded
        let (first, rest) = (Array(data[..<20]), Array(data[20...]))
        let bytes =
            hex("a363666d74646e6f6e656761747453746d74a0686175746844617461" + "5f54") + first
            + [0x58, UInt8(rest.count)] + rest + [0xFF]
        let node = InspectionNode(attestationObject: bytes)
        let part = try #require(node["authData"])
        #expect(part.bytes == data)
        #expect(part["signCount"]?.range == 33..<37)
        #expect(Self.faults(node, within: bytes.indices, "").isEmpty)
    }

    @Test("A signature of an elliptic curve is two numbers, and any other is bytes")
    func signatures() throws {
        let signature = hex("3006020101020102")
        let node = InspectionNode(signature: signature)
        #expect(node.children.map(\.label) == ["r", "s"])
        #expect(node["s"]?.range == 5..<8)
        for other in [[], hex("30"), hex("300602010102010200"), hex("3003020101"), [UInt8](repeating: 7, count: 64)] {
            #expect(InspectionNode(signature: other).children.isEmpty)
        }
    }
}
