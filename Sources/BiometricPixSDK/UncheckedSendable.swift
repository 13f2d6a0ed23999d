/// A caller's object or closure on its way to the callback queue. What view models are made of is seldom Sendable and
/// need not be: between the call that hands it over and the one use on that queue nobody here touches it.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
