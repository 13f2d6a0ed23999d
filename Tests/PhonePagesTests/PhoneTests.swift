import PixAPI
import RiskSignals
import Testing
import ToqueEncoding

@testable import PhonePages

@Suite struct PhoneTests {
    private func phone(_ preset: PhonePreset, facts: [String] = []) -> Phone {
        var phone = Phone(
            id: "1", name: "Phone", profile: "ios", tenant: "sandbox", machineID: "00112233445566778899aabbccddeeff")
        phone.preset = preset
        phone.facts = facts
        return phone
    }

    @Test("Each preset changes the signals that it names")
    func presets() throws {
        let tenure = "2024-01-31"
        let usual = try phone(.phone).riskSignals(accountTenure: tenure)
        #expect(usual.isRootedDevice == false && usual.isEmulated != true && usual.geolocation != nil)
        #expect(try phone(.rooted).riskSignals(accountTenure: tenure).isRootedDevice == true)
        #expect(try phone(.emulated).riskSignals(accountTenure: tenure).isEmulated == true)
        #expect(try phone(.noLocation).riskSignals(accountTenure: tenure).geolocation == nil)
        let browser = try phone(.browser, facts: ["language=es", "screenDimensions.width=360"])
            .riskSignals(accountTenure: tenure)
        #expect(browser.language == "es" && browser.screenDimensions.width == 360 && browser.geolocation == nil)
        #expect(throws: RiskSignalsError.self) {
            try phone(.browser, facts: ["screenDimensions.width=wide"]).riskSignals(accountTenure: tenure)
        }
    }

    @Test("Every preset satisfies the platform that the phone declares", arguments: PhonePreset.allCases)
    func platforms(preset: PhonePreset) throws {
        let phone = phone(preset)
        #expect(phone.platform.missingSignals(in: try phone.riskSignals(accountTenure: "2024-01-31")) == [])
    }

    @Test("Without permission the phone tells no place")
    func permission() throws {
        var phone = phone(.phone)
        phone.isLocationAllowed = false
        #expect(try phone.riskSignals(accountTenure: "2024-01-31").geolocation == nil)
    }

    @Test(
        "Amounts may be typed as in Brazil", arguments: [("0,13", 13), ("1.234,56", 123_456), ("5", 500), ("0.5", 50)])
    func amounts(text: String, centavos: Int) {
        #expect(Amount(typed: text)?.centavos == Int64(centavos))
    }

    @Test("What is no amount is refused", arguments: ["", "abc", "0", "-1", "1,234,56", "1e3", "0,001"])
    func noAmounts(text: String) {
        #expect(Amount(typed: text) == nil)
    }

    @Test("A phone is read as it was written")
    func record() throws {
        var phone = phone(.rooted, facts: ["language=es"])
        phone.stage = .signature
        phone.journal = "{\"flow\": \"payment\"}"
        #expect(try Phone(JSONReader(phone.json)).json == phone.json)
    }
}
