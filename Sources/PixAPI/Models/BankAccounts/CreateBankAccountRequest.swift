import ToqueEncoding

/// Body of `POST /bank-accounts/`. The API reference has two forms, with a `holder` and `details`; the SDK's names, all
/// in one object, are accepted too.
public struct CreateBankAccountRequest: RequestModel, Hashable {
    public enum HolderType: String, Sendable, Hashable, CaseIterable, JSONChoice {
        /// The payer.
        case individual = "INDIVIDUAL"
        /// The payee.
        case business = "BUSINESS"
    }

    public enum Form: Sendable, Hashable {
        case reference(ResourceVersion)
        /// The names in the SDK's account model.
        case flat
    }

    public var form: Form
    public var institution: String
    public var branchNumber: String
    public var accountNumber: String
    public var accountType: String
    public var holderName: String
    public var holderType: HolderType
    /// Only the SDK's form may omit it.
    public var holderIdentifier: TaxIdentifier?

    /// Creates the SDK's form.
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

    /// Creates one of the API reference's forms.
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
}

extension CreateBankAccountRequest: JSONStructure {
    package static let blank = Self(
        institution: "", branchNumber: "", accountNumber: "", accountType: "", holderName: "", holderType: .individual)

    package static var schema: JSONSchema {
        .any(
            of: [Form.reference(.v2), .reference(.v1), .flat].map { form in
                var request = blank
                request.form = form
                return request.described
            })
    }

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("institution", &institution)
        if let isReference = coder.has("holder") { form = isReference ? .reference(.v2) : .flat }
        guard case .reference = form else { return flat(&coder) }
        let hasHolder = coder.object("holder") { holder(&$0) }
        if hasHolder { coder.object("details") { details(&$0) } }
    }

    private mutating func flat(_ coder: inout JSONCoder) {
        coder.required("branch_number", &branchNumber, upTo: TextLimit.branchNumber)
        coder.required("account_number", &accountNumber, upTo: TextLimit.accountNumber)
        coder.required("account_type", &accountType, upTo: TextLimit.accountType, about: Self.accountTypes)
        coder.required("holder_name", &holderName, upTo: TextLimit.name)
        coder.required("holder_type", &holderType)
        coder.absent("holder")
    }

    private static let accountTypes = "CHECKINGS, SAVINGS ..."

    private mutating func holder(_ coder: inout JSONCoder) {
        if let isOlder = coder.has("information") { form = .reference(isOlder ? .v1 : .v2) }
        if version == .v2 {
            _ = person(&coder, hasTwoNames: false)
        } else {
            // The older form nests name and identifier one level deeper.
            var isIdentified = false
            coder.object("information", anyOf: [false, true]) { isIdentified = person(&$0, hasTwoNames: $1) }
            coder.required("type", &holderType, HolderType.schema.about("As the identifier has it"))
            let implied = isIdentified ? holderIdentifier?.holderType : nil
            coder.check("type", implied.flatMap { $0 == holderType ? nil : $0.json.serialized() })
            coder.move("type", before: "information")
        }
        holderType = holderIdentifier?.holderType ?? holderType
    }

    /// - Parameter hasTwoNames: true for first and last names, as persons may have in the older form; when reading, the
    ///   members decide.
    /// - Returns: true if there is an identifier.
    private mutating func person(_ coder: inout JSONCoder, hasTwoNames: Bool) -> Bool {
        let isIdentified = coder.required("identifier", &holderIdentifier)
        if version == .v2 { coder.absent("information") }
        if coder.has("first_name") ?? hasTwoNames {
            var (first, last) = ("", "")
            coder.together {
                $0.required("first_name", &first, upTo: TextLimit.name)
                $0.required("last_name", &last, upTo: TextLimit.name)
            }
            holderName = "\(first) \(last)"
        } else {
            coder.required("name", &holderName, upTo: TextLimit.name)
            coder.absent("first_name")
        }
        if version == .v1 { coder.write("identifier_type", holderIdentifier.map { .string($0.type) }) }
        for name in hasTwoNames ? ["first_name", "last_name"] : ["name", "identifier_type"] {
            coder.move(name, before: "identifier")
        }
        return isIdentified
    }

    private mutating func details(_ coder: inout JSONCoder) {
        if version == .v1 { coder.write("country", .string(Customer.country)) }
        coder.required("agency", &branchNumber, upTo: TextLimit.branchNumber)
        coder.required("number", &accountNumber, upTo: TextLimit.accountNumber)
        coder.required("account_type", &accountType, upTo: TextLimit.accountType, about: Self.accountTypes)
        coder.move("account_type", before: "agency")
    }
}
