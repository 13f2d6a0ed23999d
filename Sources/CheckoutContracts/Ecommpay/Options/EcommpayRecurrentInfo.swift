import ToqueEncoding

/// The schedule of a repeated payment. The first payment registers it; later debits go through Gate.
public struct EcommpayRecurrentInfo: Sendable, Hashable {
    /// The initiator of a later debit: a schedule, the person with one press, or the merchant.
    public enum Kind: String, Sendable, Hashable, JSONChoice {
        case regular = "R"
        case oneClick = "C"
        case autopayment = "U"
    }

    /// The unit of the time between debits.
    public enum Period: String, Sendable, Hashable, JSONChoice {
        case day = "D"
        case week = "W"
        case month = "M"
        case quarter = "Q"
        case year = "Y"
    }

    /// A debit on a day, in minor units.
    public struct ScheduledPayment: Sendable, Hashable {
        public var amount: Int
        /// `DD-MM-YYYY`.
        public var date: String

        public init(amount: Int, date: String) {
            self.amount = amount
            self.date = date
        }
    }

    public var register = true
    public var type: Kind
    /// Two digits.
    public var expiryDay: String?
    /// Two digits.
    public var expiryMonth: String?
    /// Four digits.
    public var expiryYear: String?
    public var period: Period?
    /// The number of periods between debits.
    public var interval: Int?
    /// `hh:mm:ss`; only with a period.
    public var time: String?
    /// `DD-MM-YYYY`.
    public var startDate: String?
    /// Only with a start date.
    public var scheduledPaymentID: String?
    /// The amount of each later debit, in minor units.
    public var amount: Int?
    public var schedule: [ScheduledPayment] = []

    public init(type: Kind) { self.type = type }
}

extension EcommpayRecurrentInfo.ScheduledPayment: JSONStructure, RequestModel {
    package static let blank = EcommpayRecurrentInfo.ScheduledPayment(amount: 0, date: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("amount", &amount, in: 1...Int.max)
        coder.required("date", &date, .date)
    }
}

extension EcommpayRecurrentInfo: JSONStructure, RequestModel {
    package static let blank = EcommpayRecurrentInfo(type: .regular)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("register", &register)
        coder.required("type", &type)
        coder.optional("expiry_day", &expiryDay, .number(1...31, digits: 2))
        coder.optional("expiry_month", &expiryMonth, .number(1...12, digits: 2))
        readYear(&coder)
        let expiry = (day: expiryDay, month: expiryMonth, year: expiryYear)
        if let day = expiry.day.flatMap(Int.init), let month = expiry.month.flatMap(Int.init),
            let year = expiry.year.flatMap(Int.init)
        {
            coder.check(
                "expiry_day", CivilDate(year: year, month: month, day: day) == nil ? "a day of that month" : nil)
        }
        coder.optional("period", &period)
        coder.optional("interval", &interval, in: 1...100)
        coder.optional("time", &time, .time)
        if period == nil { coder.check("time", "period beside it") }
        coder.optional("start_date", &startDate, .date)
        coder.optional("scheduled_payment_id", &scheduledPaymentID, upTo: 255)
        if startDate == nil { coder.check("scheduled_payment_id", "start_date beside it") }
        coder.optional("amount", &amount, in: 1...Int.max)
        readSchedule(&coder)
    }

    /// A text of four digits; the guide also shows an integer.
    private mutating func readYear(_ coder: inout JSONCoder) {
        let form = TextForm.number(1...9999, digits: 4)
        coder.member(
            "expiry_year", &expiryYear, .optional, { form.schema }, expecting: { form.expectation },
            read: { (reader) throws(JSONMemberError) in
                if case .number(let number) = reader.value { return number.text }
                return try reader.string()
            }, write: { .text($0) })
        let year = expiryYear
        coder.check("expiry_year", year.map(form.takes) ?? true ? nil : form.expectation)
    }

    /// A list, or a single object for one debit.
    private mutating func readSchedule(_ coder: inout JSONCoder) {
        coder.member(
            "schedule", &schedule, .optional, { [ScheduledPayment].schema },
            expecting: { [ScheduledPayment].expectation },
            read: { (reader) throws(JSONMemberError) in
                if case .object = reader.value { return [try ScheduledPayment(reader)] }
                return try [ScheduledPayment].read(reader)
            }, write: { $0.isEmpty ? .null : $0.json })
    }
}
