import Testing
import ToqueCrypto
import ToqueTestSupport

struct DERReaderTests {
    @Test("Every element that DER writes is read back")
    func readsWhatIsWritten() throws {
        let bytes = try DER.sequence(
            DER.integer(0), DER.integer(128), DER.enumerated(2), DER.boolean(true), DER.boolean(false), DER.null,
            DER.octetString([1, 2]), DER.objectIdentifier("1.2.840.113549"), DER.set(of: [[2, 1, 5]]),
            DER.explicit(30, DER.integer(1)), DER.explicit(31, DER.integer(2)), DER.explicit(702, DER.null),
            DER.implicit(0, [9]), DER.octetString([UInt8](repeating: 7, count: 300)))
        var outer = DERReader(bytes)
        var reader = try outer.sequence()
        try outer.expectEnd()
        #expect(try reader.integer() == 0)
        #expect(try reader.integerBytes() == [0, 128])
        #expect(try reader.enumerated() == 2)
        #expect(try reader.boolean())
        #expect(try !reader.boolean())
        try reader.element().null()
        #expect(try reader.octetString() == [1, 2])
        #expect(try reader.objectIdentifier() == "1.2.840.113549")
        var set = try reader.set()
        #expect(try set.integer() == 5)
        #expect(try set.next() == nil)
        #expect(try reader.explicit(30).integer() == 1)
        #expect(try reader.explicit(31).integer() == 2)
        let flag = try reader.element()
        #expect(flag.tagClass == .contextSpecific && flag.tagNumber == 702 && flag.isConstructed)
        try flag.explicit(702).null()
        let implicit = try reader.element()
        #expect(implicit.tagNumber == 0 && !implicit.isConstructed && implicit.content == [9])
        #expect(try reader.octetString().count == 300)
        #expect(try reader.next() == nil)
        try reader.expectEnd()
    }

    @Test(
        "An INTEGER is read over the whole range of Int",
        arguments: [
            ("020100", 0), ("02017f", 127), ("02020080", 128), ("0201ff", -1), ("020180", -128),
            ("02087fffffffffffffff", .max), ("02088000000000000000", .min),
        ] as [(String, Int)])
    func integers(_ encoded: String, _ value: Int) throws {
        var reader = DERReader(hex(encoded))
        #expect(try reader.integer() == value)
    }

    @Test(
        "Forms of BER alone and incomplete elements are refused",
        arguments: [
            "02", "0201", "020200", "30800000", "02810105", "0282000105", "1f0100", "1f1e00", "1f801f00", "bf808001",
            "0284ffffffff", "02847fffffff00", "0288ffffffffffffffff", "30", "ff", "ffffffffffff",
        ])
    func refusesBER(_ encoded: String) {
        #expect(throws: DERError.self) {
            var reader = DERReader(hex(encoded))
            _ = try reader.next()
        }
    }

    @Test("A malformed value, or one of another type, is refused")
    func refusesOtherForms() throws {
        func element(_ encoded: String) throws -> DERElement {
            var reader = DERReader(hex(encoded))
            return try reader.element()
        }
        for number in ["0200", "02020001", "0202ff80", "0209010000000000000000", "0a0101", "820101", "220102"] {
            #expect(throws: DERError.self, "\(number)") { try element(number).integer() }
        }
        for boolean in ["0100", "010101", "01020000", "020100"] {
            #expect(throws: DERError.self, "\(boolean)") { try element(boolean).boolean() }
        }
        for identifier in ["0600", "060180", "06028001", "0603818080", "020100"] {
            #expect(throws: DERError.self, "\(identifier)") { try element(identifier).objectIdentifier() }
        }
        #expect(throws: DERError.self) { try element("050100").null() }
        #expect(throws: DERError.self) { try element("2400").octetString() }
        #expect(throws: DERError.self) { try element("1000").sequence() }
        #expect(throws: DERError.self) { try element("3000").set() }
        for explicit in ["a000", "a0060201010201 02", "a103020101", "800102", "3003020101"] {
            #expect(throws: DERError.self, "\(explicit)") { try element(explicit).explicit(0) }
        }
    }

    @Test("A DER error names the byte offset and the reason")
    func saysWhere() throws {
        var outer = DERReader(hex("3006020101 020001"))
        var inner = try outer.sequence()
        _ = try inner.integer()
        let error = #expect(throws: DERError.self) { try inner.integer() }
        #expect(error?.offset == 5)
        #expect(error?.description == "DER at byte 5: an INTEGER without content")
        let rest = #expect(throws: DERError.self) { try inner.expectEnd() }
        #expect(rest?.offset == 7)
    }

    @Test("Random bytes neither trap nor loop")
    func survivesRandomBytes() {
        var random = SplitMix(seed: 7)
        for _ in 0..<20_000 {
            var reader = DERReader(random.bytes(upTo: 12))
            while let element = try? reader.next() {
                _ = try? element.integer()
                _ = try? element.boolean()
                _ = try? element.objectIdentifier()
                _ = try? element.explicit(element.tagNumber)
            }
        }
    }
}
