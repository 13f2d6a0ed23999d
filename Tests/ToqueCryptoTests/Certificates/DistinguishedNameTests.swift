import Testing
import ToqueCrypto
import ToqueTestSupport

@Suite("Distinguished names")
struct DistinguishedNameTests {
    @Test("A name with each string type round-trips through DER")
    func readsWhatIsWritten() throws {
        let name = DistinguishedName(relativeNames: [
            [.init(.country, "BR")], [.init(.organization, "Empresa São João")],
            [.init(.tpmManufacturer, "id:1"), .init(.tpmVersion, "id:2"), .init(.tpmModel, "model 1")],
            [.init(.emailAddress, "a@b.example"), .init(.init(rawValue: "1.2.3.4"), "x", as: .printable)],
            [.init(.commonName, "çã", as: .teletex)], [.init(.commonName, "łą", as: .bmp)],
            [.init(.commonName, "😀", as: .universal)], [.init(.title, "1 2", as: .numeric)],
        ])
        let encoded = try name.encoded
        let read = try DistinguishedName(decoding: encoded[...])
        #expect(try read.encoded == encoded)
        #expect(read[.organization] == ["Empresa São João"])
        #expect(read[.commonName] == ["çã", "łą", "😀"])
        #expect(read[.title] == ["1 2"] && read[.locality].isEmpty)
        // A set's members are in the order of their encodings.
        #expect(read.relativeNames[2].map(\.attribute) == [.tpmManufacturer, .tpmVersion, .tpmModel])
        #expect(read.relativeNames.count == 8 && read.entries.count == 11)
    }

    @Test("A name is described as RFC 4514 says, with control characters escaped")
    func isWrittenAsPeopleKnowIt() throws {
        let name = DistinguishedName(
            country: "BR", organization: "A, B + C", organizationalUnit: "#1", commonName: " João\u{0} \"x\" ")
        #expect(
            name.description == "CN=\\ João\\00 \\\"x\\\"\\ , OU=\\#1, O=A\\, B \\+ C, C=BR")
        #expect(
            DistinguishedName(relativeNames: [[.init(.serialNumber, "1"), .init(.init(rawValue: "1.2.3"), "2")]])
                .description == "SERIALNUMBER=1+1.2.3=2")
        #expect(DistinguishedName().description.isEmpty && DistinguishedName().isEmpty)
        // Characters that reverse or end a line.
        #expect(
            DistinguishedName([.init(.commonName, "a\u{202E}b\u{85}c\u{2028}")]).description
                == "CN=a\\e2\\80\\aeb\\c2\\85c\\e2\\80\\a8")
    }

    @Test("A value that is no string is shown in hex and cannot be encoded")
    func aValueThatIsNoString() throws {
        // CN as a BIT STRING.
        let der = hex("300e310c300a060355040303030001ff")
        let name = try DistinguishedName(decoding: der[...])
        #expect(name[.commonName] == ["#01ff"])
        #expect(name.description == "CN=#01ff")
        #expect(throws: CryptoError.self) { try name.encoded }
    }

    @Test("Text that its string type cannot hold is refused")
    func textThatATypeCannotHold() {
        let refused: [(String, StringType)] = [
            ("João", .printable), ("a@b", .printable), ("é", .ia5), ("ł", .teletex), ("😀", .bmp),
            ("1a", .numeric), ("x", StringType(rawValue: 2)),
        ]
        for (text, type) in refused {
            #expect(throws: CryptoError.self, "\(text)") {
                try DistinguishedName([.init(.commonName, text, as: type)]).encoded
            }
        }
        #expect(throws: CryptoError.self) {
            try DistinguishedName([.init(.init(rawValue: "no identifier"), "x")]).encoded
        }
    }

    @Test(
        "Malformed names are refused",
        arguments: ["", "30", "3000ff", "310030", "30020500", "300b3109300706035504030c"])
    func refusesWhatIsNone(_ encoded: String) {
        #expect(throws: CryptoError.self) { try DistinguishedName(decoding: hex(encoded)[...]) }
    }
}
