import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    /// The API reference's two forms, and the SDK's names.
    static let createBankAccount = any(of: referenceForm(holder), referenceForm(olderHolder), sdkForm)

    private static let sdkForm = request(
        .required("institution", .uuid),
        .required("branch_number", branch),
        .required("account_number", number),
        .required("account_type", accountType),
        .required("holder_name", name),
        .required("holder_type", .choice(CreateBankAccountRequest.HolderType.self)),
        .optional("holder", Schema(["type": "null"])))

    private static func referenceForm(_ holder: Schema) -> Schema {
        request(
            .required("institution", .uuid),
            .required("holder", holder),
            .required(
                "details",
                .request(
                    .required("account_type", accountType), .required("agency", branch), .required("number", number))))
    }

    private static let holder = request(
        .required("name", name), .required("identifier", identifier),
        .optional("information", Schema(["type": "null"])),
        .optional("first_name", Schema(["type": "null"])))

    /// It keeps the holder one floor deeper.
    private static let olderHolder = request(
        .required("type", .choice(CreateBankAccountRequest.HolderType.self).about("As the identifier has it")),
        .required(
            "information",
            .any(
                of: .request(
                    .required("name", name), .required("identifier", identifier),
                    .optional("first_name", Schema(["type": "null"]))),
                .request(
                    .required("first_name", name), .required("last_name", name),
                    .required("identifier", identifier)))))

    private static let name = text(in: 1...TextLimit.name)
    private static let branch = text(in: 1...TextLimit.branchNumber)
    private static let number = text(in: 1...TextLimit.accountNumber)
    private static let accountType = text(in: 1...TextLimit.accountType).about("CHECKINGS, SAVINGS ...")

    static let updateBankAccount = request(.required("active", .boolean))

    static let bankAccount = answer(
        .required("id", .uuid),
        .required("created_at", .timestamp.orNull),
        .required("updated_at", .timestamp.orNull),
        .required("institution", .uuid.orNull),
        .required("institution_name", .text.orNull),
        .required("bank_name", .text.orNull),
        .required("branch_number", .text.orNull),
        .required("account_number", .text.orNull),
        .required("account_type", .text.orNull),
        .required("holder_name", .text.orNull),
        .required("holder_type", .choice(CreateBankAccountRequest.HolderType.self).orNull),
        .required(
            "holder",
            .answer(
                .required("type", .text.orNull), .required("name", .text.orNull),
                .required("identifier", .maskedIdentifier.orNull))),
        .required(
            "details",
            .answer(
                .required("country", .constant(.string(Customer.country))), .required("account_type", .text.orNull),
                .required("agency", .text.orNull), .required("number", .text.orNull))),
        .required("active", .boolean))
}
