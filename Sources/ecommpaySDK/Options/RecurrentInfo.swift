import CheckoutContracts

/// How a payment is to be repeated. It is registered with the first payment; later debits go through Gate.
public typealias RecurrentInfo = EcommpayRecurrentInfo
/// Who starts a later debit.
public typealias RecurrentType = EcommpayRecurrentInfo.Kind
/// How long it is from one debit to the next.
public typealias RecurrentPeriod = EcommpayRecurrentInfo.Period

// The guide's cases.
extension EcommpayRecurrentInfo.Kind {
    public static let Regular = regular
    public static let OneClick = oneClick
    public static let Autopayment = autopayment
}

extension EcommpayRecurrentInfo.Period {
    public static let Day = day
    public static let Week = week
    public static let Month = month
    public static let Quarter = quarter
    public static let Year = year
}
