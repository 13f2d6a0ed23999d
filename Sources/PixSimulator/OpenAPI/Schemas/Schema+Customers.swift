import PixAPI

extension Schema {
    static let createCustomer = request(
        .required("identifier", identifier),
        .required("name", .text),
        .optional("external_id", .text.orNull.about("The caller's own id")),
        .optional("email", .text.orNull),
        .optional("phone", .text.orNull),
        .optional("address", .text.orNull))

    static let customer = answer(
        .required("id", .uuid),
        .required("created_at", .timestamp.about("Its date is the risk signal accountTenure")),
        .required("updated_at", .timestamp),
        .required("created_by", .uuid.orNull),
        .required("external_id", .text.orNull),
        .required("name", .text),
        .required("customer_type", .choice(["INDIVIDUAL", "BUSINESS"])),
        .required("identifier", .text(matching: #"^[0-9A-Z]{2}\*{6}[0-9]{2}$"#).about("Masked")),
        .required("identifier_type", .choice(["CPF", "CNPJ"])),
        .required("country", .constant("BRA")),
        .required("email", .text.orNull),
        .required("phone", .text.orNull),
        .required("address", .text.orNull))

    /// The guide sends the id, newer SDKs an object.
    static let customerReference = any(
        of: .uuid, .request(.required("id", .uuid)), .request(.required("identifier", identifier)))

    /// Check digits are judged besides.
    static let identifier = text(matching: "^([0-9]{11}|[0-9]{14})$").about("CPF or CNPJ, without punctuation")
}
