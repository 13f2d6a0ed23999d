import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    static let createCustomer = request(
        .required("identifier", identifier),
        .required("name", .text(in: 1...TextLimit.name)),
        .optional("external_id", externalID),
        .optional("email", .text(in: 0...TextLimit.email).with("format", "email").orNull),
        .optional("phone", .text(in: 0...TextLimit.phone).orNull),
        .optional("address", .text(in: 0...TextLimit.address).orNull),
        .optional(
            "customer_type", .choice(CreateBankAccountRequest.HolderType.self).orNull.about("As its identifier has it")),
        .optional("identifier_type", .choice(["CPF", "CNPJ"]).orNull.about("As its identifier has it")),
        .optional("country", .constant(.string(Customer.country)).orNull))

    static let customer = answer(
        .required("id", .uuid),
        .required("created_at", .timestamp.about("Its date is the risk signal accountTenure")),
        .required("updated_at", .timestamp),
        .required("created_by", .uuid.orNull),
        .required("external_id", .text.orNull),
        .required("name", .text),
        .required("customer_type", .choice(["INDIVIDUAL", "BUSINESS"])),
        .required("identifier", maskedIdentifier),
        .required("identifier_type", .choice(["CPF", "CNPJ"])),
        .required("country", .constant("BRA")),
        .required("email", .text.orNull),
        .required("phone", .text.orNull),
        .required("address", .text.orNull))

    static let maskedIdentifier = text(matching: #"^[0-9A-Z]{2}\*{6}[0-9]{2}$"#)

    /// The guide sends the id, newer SDKs an object.
    static let customerReference = any(
        of: .uuid,
        .request(.required("id", .uuid), .optional("identifier", .text.orNull)),
        .request(.required("identifier", identifier), .optional("id", Schema(["type": "null"]))))

    /// Their check digits are more than a pattern can tell.
    static let identifier = text(matching: "^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$")
        .about("CPF or CNPJ, without punctuation; the check digits have to be right")

    static let externalID = text(in: 0...TextLimit.externalID).orNull.about("The caller's own id")
}
