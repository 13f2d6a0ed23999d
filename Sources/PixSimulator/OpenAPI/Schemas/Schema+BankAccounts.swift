import PixAPI

extension Schema {
    static let createBankAccount = request(
        .required("institution", .uuid),
        .required("branch_number", .text),
        .required("account_number", .text),
        .required("account_type", .text.about("CHECKINGS, SAVINGS ...")),
        .required("holder_name", .text),
        .required("holder_type", .choice(CreateBankAccountRequest.HolderType.self)))

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
        .required("active", .boolean))
}
