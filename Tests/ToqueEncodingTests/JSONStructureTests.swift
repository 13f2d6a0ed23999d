import Testing
import ToqueEncoding

/// A lamp in a server's answer.
private struct Lamp: JSONStructure, Hashable {
    var id = ""
    var madeAt = Timestamp.epoch
    var watts = 40
    var owner: String?
    var label: String?
    var shade: Shade?

    struct Shade: JSONStructure, Hashable {
        var colors: [String] = []

        static let blank = Self()

        mutating func members(_ coder: inout JSONCoder) { coder.required("colors", &colors) }
    }

    static let blank = Self()

    mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.required("made_at", &madeAt)
        coder.expected("watts", &watts, .integer(1...100))
        coder.nullable("owner", &owner)
        coder.optional("label", &label, .text.about("For people"))
        coder.constant("kind", "lamp")
        coder.object("parts", .nullable, isAbsent: shade == nil) { $0.expected("shade", &shade) }
        coder.shown("state", .null, .null)
    }
}

/// A client's order of lamps.
private struct Order: RequestModel, JSONStructure, Hashable {
    enum Size: String, JSONChoice { case small, large }

    var lamp = ""
    var name = ""
    var note: String?
    var size = Size.small
    var first = 0
    var last = 0

    static let blank = Self()

    mutating func members(_ coder: inout JSONCoder) {
        coder.constant("type", "order")
        coder.id("lamp", &lamp)
        coder.optional("note", &note, upTo: 3)
        coder.required("name", &name, upTo: 5)
        coder.check("name", name == "evil" ? "a good name" : nil)
        coder.required("size", &size)
        coder.object("range", anyOf: ["one", "many"]) { coder, form in
            coder.together {
                $0.required("first", &first)
                $0.required("last", &last)
            }
            coder.check("last", first <= last ? nil : "at least first")
            if form == "one" { coder.absent("step") }
        }
        coder.move("name", before: "note")
    }
}

@Suite struct JSONStructureTests {
    private static let id = "10000000-0000-4000-8000-00000000000a"

    private func faults(_ json: JSON) -> [String] {
        do throws(InvalidMembers) {
            _ = try Order(validating: JSONReader(json))
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    private func order(_ members: JSONObject) -> JSON {
        var object: JSONObject = [
            "type": "order", "lamp": .string(Self.id), "name": "n", "size": "large",
            "range": ["first": 1, "last": 2],
        ]
        for (name, value) in members { object[name] = value }
        return .object(object)
    }

    // MARK: Answers

    @Test("An answer may lack members, and may have unknown ones")
    func readsAnswers() throws {
        let json = try JSON(
            parsing: #"{"new": 1, "made_at": "1970-01-01T00:00:01Z", "owner": null, "id": "any text", "watts": null}"#)
        #expect(try Lamp(json: json) == Lamp(id: "any text", madeAt: Timestamp(microseconds: 1_000_000)))
        let whole = Lamp(
            id: "i", watts: 7, owner: "o", label: "l", shade: Lamp.Shade(colors: ["red", "blue"]))
        #expect(try Lamp(json: whole.json) == whole)
    }

    @Test("Members are written in the order of the list, null or left out where there is nothing")
    func writesAnswers() {
        let text = Lamp(id: "i").json.serialized()
        #expect(
            text == #"{"id":"i","made_at":"1970-01-01T00:00:00.000000Z","watts":40,"owner":null,"kind":"lamp","#
                + #""parts":null,"state":null}"#)
        let parts = Lamp(id: "i", label: "l", shade: Lamp.Shade(colors: ["red"])).json
        #expect(parts["parts"]?.serialized() == #"{"shade":{"colors":["red"]}}"#)
        #expect(parts["label"] == "l")
    }

    @Test("An answer is refused for its first fault, with the path of the member")
    func namesTheFirstFault() throws {
        let lamp: JSON = [
            "id": "i", "made_at": "1970-01-01T00:00:00Z", "parts": ["shade": ["colors": ["red", 1]]], "watts": "7",
        ]
        let error = #expect(throws: JSONMemberError.self) { try Lamp(json: lamp) }
        #expect(error?.description == #"watts: found "7", expected an integer"#)
        var right = try #require(lamp.objectValue)
        right["watts"] = 7
        let deep = #expect(throws: JSONMemberError.self) {
            try Lamp(JSONReader(.object(right), path: "lamps[2]"))
        }
        #expect(deep?.path == "lamps[2].parts.shade.colors[1]")
    }

    // MARK: Requests

    @Test("A request is written in its order and reads back equal")
    func writesRequests() throws {
        let order = Order(lamp: Self.id, name: "n", note: "x", size: .large, first: 1, last: 2)
        #expect(order.json["note"] == "x")
        #expect(order.json.objectValue?.names == ["type", "lamp", "name", "note", "size", "range"])
        #expect(try Order(json: order.json) == order)
        #expect(try Order(json: self.order(["lamp": .string(Self.id.uppercased()), "note": .null])).lamp == Self.id)
    }

    @Test("A request is refused for all of its faults, in the order of the list")
    func namesAllFaults() {
        #expect(
            faults(["lamp": "1", "note": "long", "name": "", "size": "huge", "range": 5]) == [
                "type: found nothing, expected \"order\"", "lamp: found \"1\", expected \(UUIDSyntax.expectation)",
                "note: found a string of 4 characters, expected at most 3 characters",
                "name: found a string of 0 characters, expected 1 to 5 characters",
                "size: found \"huge\", expected small or large", "range: found the number 5, expected an object",
            ])
        #expect(faults(order([:])) == [])
    }

    @Test("A body that is not an object has one fault", arguments: [.null, 7, [], "text"] as [JSON])
    func refusesOtherBodies(json: JSON) { #expect(faults(json).count == 1) }

    @Test("Only members that were read are checked further")
    func checksWhatWasRead() {
        #expect(faults(order(["name": "evil"])) == ["name: found \"evil\", expected a good name"])
        #expect(
            faults(order(["range": ["first": 3, "last": 2]])) == [
                "range.last: found the number 2, expected at least first"
            ])
        #expect(faults(order(["range": ["first": 3]])) == ["range.last: found nothing, expected an integer"])
    }

    @Test("Of members that belong together the first fault is reported")
    func reportsOneFaultOfAGroup() {
        #expect(
            faults(order(["range": ["first": "1", "last": "2"]])) == [
                "range.first: found \"1\", expected an integer"
            ])
    }

    // MARK: Schemas

    @Test("The schema of an answer is closed, and null where a member may be null")
    func describesAnswers() {
        let schema = Lamp.schema.json
        #expect(
            schema["properties"]?.objectValue?.names == [
                "id", "made_at", "watts", "owner", "label", "kind", "parts", "state",
            ])
        #expect(schema["required"] == ["id", "made_at", "watts", "owner", "kind", "parts", "state"])
        #expect(schema["additionalProperties"] == false)
        #expect(schema["properties"]?["owner"]?["type"] == ["string", "null"])
        #expect(schema["properties"]?["label"] == ["type": "string", "description": "For people"])
        #expect(schema["properties"]?["watts"] == ["type": "integer", "minimum": 1, "maximum": 100])
        #expect(schema["properties"]?["kind"] == ["const": "lamp"])
        let shade = schema["properties"]?["parts"]?["properties"]?["shade"]
        #expect(shade?["properties"]?["colors"] == ["type": "array", "items": ["type": "string"]])
    }

    @Test("The schema of a request is open, has the limits, and lists the forms of a member")
    func describesRequests() {
        let schema = Order.schema.json
        #expect(schema["properties"]?.objectValue?.names == ["type", "lamp", "name", "note", "size", "range"])
        #expect(schema["required"] == ["type", "lamp", "name", "size", "range"])
        #expect(schema["additionalProperties"] == nil)
        #expect(schema["properties"]?["note"]?["type"] == ["string", "null"])
        #expect(schema["properties"]?["note"]?["maxLength"] == 3)
        #expect(schema["properties"]?["name"]?["minLength"] == 1)
        #expect(schema["properties"]?["size"] == ["enum": ["small", "large"]])
        let forms = schema["properties"]?["range"]?["anyOf"]?.arrayValue
        #expect(
            forms?.map { $0["properties"]?.objectValue?.names } == [["first", "last", "step"], ["first", "last"]])
        #expect(forms?.first?["properties"]?["step"] == ["type": "null"])
    }
}
