import CheckoutContracts
import Testing
import ToqueEncoding

@Suite struct PlacetoPayStatusTests {
    private func status(_ word: PlacetoPayStatus.Word) -> PlacetoPayStatus {
        PlacetoPayStatus(word, reason: nil, message: nil, date: "2026-01-31T07:00:00-05:00")
    }

    @Test("A session that is approved, rejected or partly expired is final, and a partly paid one is not")
    func sessions() {
        #expect(status(.approved).session == .final(.approved))
        #expect(status(.rejected).session == .final(.rejected))
        #expect(status(.partialExpired).session == .final(.partialExpired))
        #expect(status(.pending).session == .pending(.pending))
        #expect(status(.pendingConfirmation).session == .pending(.pendingConfirmation))
        #expect(status(.approvedPartial).session == .pending(.approvedPartial))
    }

    @Test("OK and FAILED are not statuses of a session")
    func requests() {
        #expect(status(.ok).session == nil)
        #expect(status(.failed).session == nil)
    }

    @Test("A transaction that is approved, rejected or failed is final")
    func transactions() {
        #expect(status(.approved).transaction == .final(.approved))
        #expect(status(.rejected).transaction == .final(.rejected))
        #expect(status(.failed).transaction == .final(.failed))
        #expect(status(.pending).transaction == .pending(.pending))
        #expect(status(.pendingConfirmation).transaction == .pending(.pendingConfirmation))
        for word in [PlacetoPayStatus.Word.ok, .approvedPartial, .partialExpired] {
            #expect(status(word).transaction == nil)
        }
    }

    @Test("A reason may be a string, a number or null, and keeps its type")
    func reasons() throws {
        for (text, reason) in [
            (#""?C""#, PlacetoPayCode.abandonedByUser), (#""401""#, "401"), ("401", .number(401)), ("null", nil),
        ] as [(String, PlacetoPayCode?)] {
            let json = try JSON(parsing: #"{"status":"FAILED","reason":\#(text),"message":null,"date":"x"}"#)
            let status = try PlacetoPayStatus(json: json)
            #expect(status.reason == reason)
            #expect(status.json == json)
        }
        for text in ["1.5", "true", "[]", "{}"] {
            let json = try JSON(parsing: #"{"status":"FAILED","reason":\#(text),"date":"x"}"#)
            #expect { try PlacetoPayStatus(json: json) } throws: { ($0 as? JSONMemberError)?.path == "reason" }
        }
    }

    @Test("An unknown status is an error that names the member")
    func unknownWord() {
        let json: JSON = ["status": "approved", "reason": .null, "message": .null, "date": "x"]
        #expect { try PlacetoPayStatus(json: json) } throws: { ($0 as? JSONMemberError)?.path == "status" }
    }
}
