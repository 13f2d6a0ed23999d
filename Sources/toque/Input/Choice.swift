import PixAPI

/// Picks the one thing that is meant where the person named none.
enum Choice {
    /// The customer of an ID, or the only one there is.
    static func customer(_ id: String?, _ pix: PixClient) async throws -> Customer {
        if let id { return try await pix.customer(id) }
        return try only(
            try await pix.customers(), what: "customer", flag: "--customer", name: { ($0.id, $0.name) })
    }

    /// The institution of an ID or a name, or the first that takes enrollments.
    static func institution(_ wanted: String?, _ pix: PixClient) async throws -> (Institution, others: Int) {
        let institutions = try await pix.institutions().filter(\.active)
        let found =
            wanted.map { wanted in
                institutions.first { [$0.id, $0.name, $0.displayName].contains(wanted) }
            } ?? institutions.first
        guard let found else {
            throw CommandError(
                .failed, wanted.map { "no active institution \"\($0)\"" } ?? "the server has no active institution",
                try: "toque institutions lists them")
        }
        return (found, institutions.count - 1)
    }

    /// The account to be paid: the one of an ID, or the only active one of a business.
    static func beneficiary(_ id: String?, _ pix: PixClient) async throws -> String {
        if let id { return id }
        let accounts = try await pix.bankAccounts().filter { $0.active && $0.holderType == "BUSINESS" }
        return try only(
            accounts, what: "beneficiary account", flag: "--beneficiary", name: { ($0.id, $0.holderName) }
        ).id
    }

    /// The enrollment of an ID, or the only one of the device that can pay.
    static func enrollment(_ id: String?, deviceID: String, _ pix: PixClient) async throws -> Enrollment {
        if let id { return try await pix.enrollment(id) }
        let enrollments = try await pix.enrollments(deviceID: deviceID).filter { $0.status == .succeeded }
        return try only(
            enrollments, what: "enrollment of this device", flag: "--enrollment",
            name: { ($0.id, $0.details.name) }, absent: "toque enroll")
    }

    private static func only<Element>(
        _ elements: [Element], what: String, flag: String, name: (Element) -> (id: String, text: String?),
        absent: String? = nil
    ) throws(CommandError) -> Element {
        guard let first = elements.first else { throw CommandError(.failed, "there is no \(what)", try: absent) }
        guard elements.count == 1 else {
            let names = elements.map(name).map { id, text in text.map { "\(id) \($0)" } ?? id }
            throw CommandError(
                .usage, "there are \(elements.count), which \(what)? \(names.joined(separator: ", "))",
                try: "\(flag) ID")
        }
        return first
    }
}
