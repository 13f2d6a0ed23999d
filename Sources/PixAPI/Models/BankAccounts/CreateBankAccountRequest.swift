import ToqueEncoding

/// Body of `POST /bank-accounts/`. The API reference has two forms, with a `holder` and `details`; the SDK's names, all
/// in one object, are taken too.
public struct CreateBankAccountRequest: RequestModel, Hashable {
    public enum HolderType: String, Sendable, Hashable, CaseIterable {
        /// Pays.
        case individual = "INDIVIDUAL"
        /// Is paid.
        case business = "BUSINESS"
    }

    public enum Form: Sendable, Hashable {
        case reference(ResourceVersion)
        /// The names of the SDK's model of an account.
        case flat
    }

    public var form: Form
    public var institution: String
    public var branchNumber: String
    public var accountNumber: String
    public var accountType: String
    public var holderName: String
    public var holderType: HolderType
    /// Only the SDK's form can leave it out.
    public var holderIdentifier: TaxIdentifier?

    /// In the SDK's form.
    public init(
        institution: String, branchNumber: String, accountNumber: String, accountType: String, holderName: String,
        holderType: HolderType
    ) {
        form = .flat
        self.institution = institution
        self.branchNumber = branchNumber
        self.accountNumber = accountNumber
        self.accountType = accountType
        self.holderName = holderName
        self.holderType = holderType
    }

    /// In one of the API reference's forms.
    public init(
        version: ResourceVersion = .v2, institution: String, agency: String, number: String, accountType: String,
        holderName: String, holderIdentifier: TaxIdentifier
    ) {
        form = .reference(version)
        self.institution = institution
        branchNumber = agency
        accountNumber = number
        self.accountType = accountType
        self.holderName = holderName
        holderType = holderIdentifier.holderType
        self.holderIdentifier = holderIdentifier
    }

    var version: ResourceVersion {
        if case .reference(let version) = form { version } else { .v1 }
    }

    // MARK: Reading

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        let institution = all.read(try reader.uuid("institution"))
        if try all.need(try reader.optional("holder")) == nil {
            self = try Self.flat(reader, institution, all)
        } else {
            self = try Self.reference(reader, institution, all)
        }
    }

    private init(
        form: Form, account: (institution: String, branch: String, number: String, type: String),
        holder: (name: String, type: HolderType, identifier: TaxIdentifier?)
    ) {
        self.form = form
        (institution, branchNumber, accountNumber, accountType) = account
        (holderName, holderType, holderIdentifier) = holder
    }

    private static func flat(
        _ reader: JSONReader, _ institution: String?, _ soFar: Validation
    ) throws(InvalidMembers) -> Self {
        var all = soFar
        let branch = all.read(try reader.text("branch_number", limit: TextLimit.branchNumber))
        let number = all.read(try reader.text("account_number", limit: TextLimit.accountNumber))
        let type = all.read(try reader.text("account_type", limit: TextLimit.accountType))
        let name = all.read(try reader.text("holder_name", limit: TextLimit.name))
        let holder = all.read(try reader.value("holder_type", HolderType.self))
        let account = try all.values(institution, branch, number, type)
        let (holderName, holderType) = try all.values(name, holder)
        return Self(form: .flat, account: account, holder: (holderName, holderType, nil))
    }

    private static func reference(
        _ reader: JSONReader, _ institution: String?, _ soFar: Validation
    ) throws(InvalidMembers) -> Self {
        var all = soFar
        let holder = try all.need(try reader.nested("holder"))
        let information = try all.need(try holder.optional("information"))
        // The older form keeps name and identifier one floor deeper.
        let person = information ?? holder
        let identifier = all.read(try TaxIdentifier(person.member("identifier", expected: "a CPF or a CNPJ")))
        let name = all.read(try name(person))
        if information != nil {
            let type = all.read(try holder.value("type", HolderType.self))
            if let type, let identifier, type != identifier.holderType {
                _ = all.read(try holder.constant("type", .string(identifier.holderType.rawValue)))
            }
        }
        let details = try all.need(try reader.nested("details"))
        let branch = all.read(try details.text("agency", limit: TextLimit.branchNumber))
        let number = all.read(try details.text("number", limit: TextLimit.accountNumber))
        let type = all.read(try details.text("account_type", limit: TextLimit.accountType))
        let account = try all.values(institution, branch, number, type)
        let (holderName, holderIdentifier) = try all.values(name, identifier)
        return Self(
            form: .reference(information == nil ? .v2 : .v1), account: account,
            holder: (holderName, holderIdentifier.holderType, holderIdentifier))
    }

    /// Persons have two names in the older form.
    private static func name(_ person: JSONReader) throws(JSONMemberError) -> String {
        guard try person.optional("first_name") != nil else { return try person.text("name", limit: TextLimit.name) }
        let first = try person.text("first_name", limit: TextLimit.name)
        return "\(first) \(try person.text("last_name", limit: TextLimit.name))"
    }

    // MARK: Writing

    public var json: JSON {
        switch form {
        case .flat:
            [
                "institution": .string(institution), "branch_number": .string(branchNumber),
                "account_number": .string(accountNumber), "account_type": .string(accountType),
                "holder_name": .string(holderName), "holder_type": .string(holderType.rawValue),
            ]
        case .reference(let version):
            ["institution": .string(institution), "holder": holder(version), "details": details(version)]
        }
    }

    private func holder(_ version: ResourceVersion) -> JSON {
        var person: JSONObject = ["name": .string(holderName)]
        if version == .v1 { person["identifier_type"] = holderIdentifier.map { .string($0.type) } }
        person["identifier"] = holderIdentifier?.json
        guard version == .v1 else { return .object(person) }
        return ["type": .string(holderType.rawValue), "information": .object(person)]
    }

    private func details(_ version: ResourceVersion) -> JSON {
        var details = JSONObject()
        if version == .v1 { details["country"] = .string(Customer.country) }
        details["account_type"] = .string(accountType)
        details["agency"] = .string(branchNumber)
        details["number"] = .string(accountNumber)
        return .object(details)
    }
}
