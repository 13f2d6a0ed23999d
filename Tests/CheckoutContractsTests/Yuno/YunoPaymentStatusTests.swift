import CheckoutContracts
import Testing
import ToqueEncoding

@Suite("Yuno's statuses") struct YunoPaymentStatusTests {
    @Test("Each known pair of status and sub-status has its meaning, and is written unchanged")
    func pairs() {
        for status in YunoPaymentStatus.Final.allCases {
            let read = YunoPaymentStatus.final(status)
            #expect(YunoPaymentStatus(status: read.status, subStatus: read.subStatus) == read)
            #expect("\(read)" == status.rawValue)
            #expect(read.isFinal)
        }
        for status in YunoPaymentStatus.Pending.allCases {
            let read = YunoPaymentStatus.pending(status)
            #expect(YunoPaymentStatus(status: read.status, subStatus: read.subStatus) == read)
            #expect("\(read)" == status.rawValue)
            #expect(!read.isFinal)
        }
    }

    @Test(
        "A pair that is not known is neither final nor pending, and no refusal to the app",
        arguments: [("SUCCEEDED", "AUTHORIZED"), ("PENDING", "CLOSED_BY_USER"), ("succeeded", "approved"), ("", "")])
    func unrecognized(status: String, subStatus: String) {
        let read = YunoPaymentStatus(status: status, subStatus: subStatus)
        #expect(read == .unrecognized(status: status, subStatus: subStatus))
        #expect(read.status == status && read.subStatus == subStatus)
        #expect(!read.isFinal)
        #expect(YunoResult(read) == .processing)
    }

    @Test(
        "The app hears of a status as the SDK has it",
        arguments: [
            ("SUCCEEDED/APPROVED", YunoResult.success), ("SUCCEEDED/CAPTURED", .success),
            ("VERIFIED/VERIFIED", .success),
            ("DECLINED/DECLINED", .reject), ("DECLINED/FRAUD_DECLINED", .reject), ("REJECTED/REJECTED", .reject),
            ("FRAUD/FRAUD_VERIFIED", .reject), ("CREATED/CREATED", .processing), ("READY_TO_PAY/CREATED", .processing),
            ("PENDING/AUTHORIZED", .processing), ("PENDING/IN_PROCESS", .processing),
            ("PENDING/PENDING_PROVIDER_CONFIRMATION", .processing), ("ERROR/ERROR", .internalError),
            ("ERROR/TIMEOUT", .internalError), ("EXPIRED/EXPIRED", .fail), ("CANCELED/CANCELED", .fail),
            ("CANCELED/PENDING_PROVIDER_CONFIRMATION", .fail),
        ])
    func results(text: String, result: YunoResult) {
        let parts = text.split(separator: "/").map(String.init)
        let status = YunoPaymentStatus(status: parts[0], subStatus: parts[1])
        #expect(YunoResult(status) == result)
        // A cancellation counts while the payment waits, and never undoes an outcome.
        let canceled = YunoResult(status, isCanceledByPerson: true)
        #expect(canceled == (result == .processing ? .userCancell : result))
    }

    @Test("Both spellings of a person's cancellation are read")
    func spellings() {
        #expect(YunoResult("userCancell") == .userCancell)
        #expect(YunoResult("userCancelled") == .userCancell)
        #expect(YunoResult.allCases.allSatisfy { YunoResult($0.rawValue) == $0 })
        #expect(YunoResult("canceled") == nil)
    }

    @Test("Languages are case-insensitive, and unsupported ones become English")
    func languages() {
        #expect(YunoLanguage.allCases.count == 20)
        #expect(YunoLanguage("EN") == .english)
        #expect(YunoLanguage("zh-tw") == .traditionalChinese)
        #expect(YunoLanguage("pt") == .portuguese)
        #expect(YunoLanguage("hu") == .english)
        #expect(YunoLanguage(nil) == .english)
    }

    @Test("A transaction's pending status is distinguished from a final one")
    func transactions() {
        #expect(YunoTransactionStatus("PENDING") == .pending)
        #expect(YunoTransactionStatus("DECLINED") == .final(.declined))
        #expect(YunoTransactionStatus("NEW") == .unrecognized("NEW"))
    }
}
