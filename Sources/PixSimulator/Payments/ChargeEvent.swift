enum ChargeEvent: String, Sendable, Hashable, CaseIterable {
    case settle
    case fail
}
