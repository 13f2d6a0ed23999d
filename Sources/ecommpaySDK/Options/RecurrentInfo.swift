import CheckoutContracts

/// The schedule of a repeated payment. The first payment registers it; later debits go through Gate.
public typealias RecurrentInfo = EcommpayRecurrentInfo
/// The initiator of a later debit.
public typealias RecurrentType = EcommpayRecurrentInfo.Kind
/// The unit of the time between debits.
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
