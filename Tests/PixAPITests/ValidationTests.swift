import PixAPI
import Testing
import ToqueEncoding
import ToqueTestSupport

@Suite struct ValidationTests {
    private func errors(_ json: JSON, _ type: (some RequestModel).Type) -> [JSONMemberError] {
        do throws(InvalidMembers) {
            _ = try type.init(validating: JSONReader(json))
            return []
        } catch {
            return error.errors
        }
    }

    private func customer(_ members: JSONObject) -> JSON {
        var object: JSONObject = ["identifier": "12345678909", "name": "Ana"]
        for (name, value) in members { object[name] = value }
        return .object(object)
    }

    @Test("A customer whose members are within their limits is accepted")
    func takesWhatIsInItsBounds() {
        for members: JSONObject in [
            [:], ["name": .string(String(repeating: "ã", count: 140))], ["external_id": ""], ["email": .null],
            ["email": "ana.exemplo+pix@loja.com.example"], ["customer_type": "INDIVIDUAL", "country": "BRA"],
        ] {
            #expect(errors(customer(members), CreateCustomerRequest.self).isEmpty, "\(members)")
        }
    }

    @Test(
        "A customer with an invalid member is refused with the member and what was found",
        arguments: [
            ("name", "", "a string of 0 characters"),
            ("name", JSON.string(String(repeating: "a", count: 141)), "a string of 141 characters"),
            ("name", "a\u{0}b", "the control character U+0"), ("name", "a\nb", "the control character U+A"),
            ("name", "\u{85}", "the control character U+85"), ("name", 7, "the number 7"), ("name", .null, "null"),
            ("email", "ana", #""ana""#), ("email", "a@b@loja.example", #""a@b@loja.example""#),
            ("email", "ana@loja", #""ana@loja""#), ("email", "@loja.example", #""@loja.example""#),
            ("email", "ana@-loja.example", #""ana@-loja.example""#),
            ("email", "a na@loja.example", #""a na@loja.example""#),
            ("external_id", JSON.string(String(repeating: "a", count: 256)), "a string of 256 characters"),
            ("country", "BRB", #""BRB""#), ("customer_type", "BUSINESS", #""BUSINESS""#),
            ("identifier_type", "CNPJ", #""CNPJ""#), ("identifier", 12_345_678_909, "the number 12345678909"),
        ])
    func refuses(name: String, value: JSON, found: String) {
        let errors = errors(customer([name: value]), CreateCustomerRequest.self)
        #expect(errors.map(\.path) == [name])
        #expect(errors.first?.found == found)
    }

    @Test("A request with several faults reports the path of each")
    func namesAllThatIsWrong() throws {
        let json = try JSON(
            parsing: """
                {"amount": "1.234", "allowed_payment_method_types": ["pix"], "customer": "c1", "confirm": false,
                 "payment_method_details": {"open_finance_biometric_pix": {"enrollment": "e1"}}}
                """)
        let details = "payment_method_details.open_finance_biometric_pix"
        #expect(
            errors(json, CreatePaymentIntentRequest.self).map(\.path) == [
                "amount", "allowed_payment_method_types", "customer", "description", "confirm",
                "\(details).beneficiary_bank_account", "\(details).enrollment",
            ])
        #expect(errors([], CreatePaymentIntentRequest.self).first?.path == "")
        #expect(
            errors(["payment_method_details": "x"], CreatePaymentIntentRequest.self).last?.path
                == "payment_method_details")
    }

    @Test(
        "A UUID is converted to lowercase",
        arguments: [
            "40000000-0000-4000-8000-000000000001", "ABCDEFAB-CDEF-4BCD-8FAB-ABCDEFABCDEF",
        ])
    func writesUUIDsInLowerCase(text: String) {
        #expect(UUIDSyntax.canonical(text) == text.lowercased())
    }

    @Test(
        "A text that is not a hyphenated UUID is refused",
        arguments: [
            "", "40000000000040008000000000000001", "4000000-00000-4000-8000-000000000001",
            "40000000-0000-4000-8000-00000000000g", "{40000000-0000-4000-8000-000000000001}",
            "40000000-0000-4000-8000-0000000000011", "40000000-0000-4000-8000-00000000000\u{FF11}",
        ])
    func refusesOtherUUIDs(text: String) { #expect(UUIDSyntax.canonical(text) == nil) }

    @Test("A bank account request is read in each of its three forms")
    func bankAccountsHaveThreeForms() throws {
        let v1 = try CreateBankAccountRequest(json: Golden.load("create-bank-account-v1.request"))
        let v2 = try CreateBankAccountRequest(json: Golden.load("create-bank-account-v2.request"))
        #expect(v1.form == .reference(.v1))
        #expect(v1.holderType == .business)
        #expect(v2.form == .reference(.v2))
        #expect(v2.holderType == .individual)
        let named = try JSON(
            parsing: """
                {"institution": "10000000-0000-4000-8000-000000000001", "holder": {"type": "INDIVIDUAL", "information":
                 {"first_name": "Bruno", "last_name": "Exemplo", "identifier": "11144477735"}},
                 "details": {"agency": "1", "number": "2", "account_type": "SAVINGS"}}
                """)
        #expect(try CreateBankAccountRequest(json: named).holderName == "Bruno Exemplo")
        #expect(
            errors(["holder": ["information": [:]], "details": [:]], CreateBankAccountRequest.self).map(\.path) == [
                "institution", "holder.information.identifier", "holder.information.name", "holder.type",
                "details.agency", "details.number", "details.account_type",
            ])
    }
}
