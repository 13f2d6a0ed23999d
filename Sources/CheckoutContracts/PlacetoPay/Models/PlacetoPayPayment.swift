import ToqueEncoding

/// `payment` of a session: the amount and items to pay.
public struct PlacetoPayPayment: JSONModel, Hashable {
    /// The merchant's reference, 1 to 32 characters.
    public var reference: String
    public var description: String?
    /// True if it may be paid in parts.
    public var allowPartial: Bool
    public var amount: PlacetoPayAmount
    public var items: [PlacetoPayItem]
    public var shipping: PlacetoPayPerson?

    public init(
        reference: String, description: String? = nil, amount: PlacetoPayAmount, allowPartial: Bool = false,
        items: [PlacetoPayItem] = [], shipping: PlacetoPayPerson? = nil
    ) {
        self.reference = reference
        self.description = description
        self.amount = amount
        self.allowPartial = allowPartial
        self.items = items
        self.shipping = shipping
    }
}

/// A purchased item.
public struct PlacetoPayItem: JSONModel, Hashable {
    public var sku: PlacetoPayCode?
    public var name: String?
    public var category: String?
    public var quantity: ExactDecimal?
    public var price: ExactDecimal?
    public var tax: ExactDecimal?

    public init(
        sku: PlacetoPayCode? = nil, name: String? = nil, category: String? = nil, quantity: ExactDecimal? = nil,
        price: ExactDecimal? = nil, tax: ExactDecimal? = nil
    ) {
        self.sku = sku
        self.name = name
        self.category = category
        self.quantity = quantity
        self.price = price
        self.tax = tax
    }
}

extension PlacetoPayPayment: JSONStructure {
    package static let blank = PlacetoPayPayment(reference: "", amount: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("reference", &reference, upTo: PlacetoPayLimit.reference)
        coder.optional("description", &description, upTo: PlacetoPayLimit.description)
        coder.optional("allowPartial", &allowPartial)
        coder.object("amount") {
            amount.members(&$0)
            // allowPartial is read before. Partial payments exclude taxes, because the tax of a part is unknown.
            $0.check("taxes", allowPartial && !amount.taxes.isEmpty ? "no taxes with allowPartial" : nil)
        }
        coder.list("items", &items)
        coder.part("shipping", &shipping)
    }
}

extension PlacetoPayItem: JSONStructure {
    package static let blank = PlacetoPayItem()
    /// In requests, and in responses that repeat them.
    package static let isRequest = true

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("sku", &sku)
        coder.optional("name", &name, upTo: PlacetoPayLimit.item)
        coder.optional("category", &category, upTo: PlacetoPayLimit.item)
        coder.optional("qty", &quantity)
        coder.optional("price", &price)
        coder.optional("tax", &tax)
    }
}
