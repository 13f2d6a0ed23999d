import Testing
import ToqueEncoding

@Suite struct JSONTests {
    @Test("The members of an object keep their order")
    func membersKeepTheirOrder() throws {
        let text = #"{"z":1,"a":{"y":[],"b":null},"m":"x"}"#
        let value = try JSON(parsing: text)
        #expect(value.serialized() == text)
        #expect(value.objectValue?.names == ["z", "a", "m"])
        #expect(value.utf8 == Array(text.utf8))
    }

    @Test("Pretty text has one member or element per line, indented by two spaces")
    func prettyText() {
        let value: JSON = ["a": [1, ["b": .null]], "c": [], "d": [:]]
        #expect(
            value.serialized(pretty: true) == """
                {
                  "a": [
                    1,
                    {
                      "b": null
                    }
                  ],
                  "c": [],
                  "d": {}
                }
                """)
    }

    @Test("Quotes, backslashes and control characters are escaped, and other characters are not")
    func controlsAreEscapedAndNothingElse() {
        let text = "\"\\/\u{8}\t\n\u{C}\r\u{1F}\u{7F}é😀\u{2028}"
        #expect(JSON.string(text).serialized() == #""\"\\/\u0008\t\n\u000c\r\u001f"# + "\u{7F}é😀\u{2028}\"")
        #expect(JSON.string("").serialized() == #""""#)
    }

    @Test("A member that is set keeps its place, and nil removes a member")
    func settingAMember() {
        var object: JSONObject = ["a": 1, "b": 2, "c": 3]
        object["b"] = 4
        #expect(object.names == ["a", "b", "c"])
        object["a"] = nil
        object["d"] = .null
        object["x"] = nil
        #expect(JSON.object(object).serialized() == #"{"b":4,"c":3,"d":null}"#)
        #expect((["a": 1, "a": 2] as JSONObject)["a"] == 2)
    }

    @Test("Equality ignores the order of members and no other difference")
    func equalityPassesOverTheOrderOfMembersAlone() throws {
        #expect(try JSON(parsing: #"{"a":1,"b":2}"#) == JSON(parsing: #"{"b":2,"a":1}"#))
        #expect(try JSON(parsing: #"{"a":1,"b":2}"#).hashValue == JSON(parsing: #"{"b":2,"a":1}"#).hashValue)
        #expect(try JSON(parsing: #"{"a":1}"#) != JSON(parsing: #"{"a":1,"b":2}"#))
        #expect(try JSON(parsing: #"{"a":1}"#) != JSON(parsing: #"{"b":1}"#))
        #expect(try JSON(parsing: "[1,2]") != JSON(parsing: "[2,1]"))
        #expect(try JSON(parsing: "1.0") != JSON(parsing: "1"))
        #expect(JSON.null != JSON.bool(false))
    }

    @Test("Only numbers written as integers in range give an Int, and finite doubles round-trip")
    func numbers() throws {
        #expect(try JSON(parsing: "9223372036854775807").intValue == Int.max)
        #expect(try JSON(parsing: "9223372036854775808").intValue == nil)
        #expect(try JSON(parsing: "1.0").intValue == nil)
        #expect(try JSON(parsing: "1e2").intValue == nil)
        #expect(try JSON(parsing: "1").boolValue == nil)
        #expect(try JSON(parsing: #""1""#).intValue == nil)
        #expect(JSONNumber(0.13)?.text == "0.13")
        #expect(JSONNumber(2.0)?.text == "2")
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(-Double.infinity) == nil)
        #expect(JSON.int(UInt64.max).serialized() == "18446744073709551615")
        for value in [1e-7, 1e16, .leastNonzeroMagnitude, -0.0, 1.7976931348623157e308] {
            let number = try #require(JSONNumber(value))
            #expect(try JSON(parsing: number.text) == .number(number))
            #expect(number.double?.bitPattern == value.bitPattern)
        }
    }

    @Test("An accessor gives the value of its own kind, and nil for other kinds")
    func accessors() {
        let value: JSON = ["s": "t", "b": true, "a": [1], "n": .null]
        #expect(value["s"]?.stringValue == "t")
        #expect(value["b"]?.boolValue == true)
        #expect(value["a"]?.arrayValue == [1])
        #expect(value["n"]?.isNull == true)
        #expect(value["missing"] == nil)
        #expect(JSON.string("x")["s"] == nil)
        #expect(value["s"]?.objectValue == nil && value["s"]?.arrayValue == nil && value.stringValue == nil)
        #expect(JSON.base64URL([0xFF, 0xFE]) == "__4")
    }
}
