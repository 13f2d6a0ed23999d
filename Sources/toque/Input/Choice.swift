import PixAPI

/// Chooses an object if the person named none and the choice is unambiguous.
enum Choice {
    /// The customer with an ID, or the only one.
    static func customer(_ id: String?, _ pix: PixClient) async throws -> Customer {
        if let id { return try await pix.customer(id) }
        return try only(
            try await pix.customers(), flag: "--customer", absence: "the server has no customer",
            several: { "the server has \($0) customers" }, name: { ($0.id, $0.name) })
    }

    /// The institution with an ID or a name, or the first that offers enrollment.
    static func institution(_ wanted: String?, _ pix: PixClient) async throws -> (Institution, others: Int) {
        let institutions = try await pix.institutions().filter(\.active)
        let found =
            wanted.map { wanted in
                institutions.first { [$0.id, $0.name, $0.displayName].contains(wanted) }
            } ?? institutions.first
        guard let found else {
            throw CommandError(
                .notFound, at: wanted == nil ? nil : "--institution",
                wanted.map { "no active institution is \($0.quoted)" } ?? "the server has no active institution",
                hint: "list them with `toque institutions`")
        }
        return (found, institutions.count - 1)
    }

    /// The account to be paid: the one with an ID, or the only active one of a business.
    static func beneficiary(_ id: String?, _ pix: PixClient) async throws -> String {
        if let id { return id }
        let accounts = try await pix.bankAccounts().filter { $0.active && $0.holderType == "BUSINESS" }
        return try only(
            accounts, flag: "--beneficiary", absence: "the server has no active account of a business",
            several: { "the server has \($0) accounts to pay" }, name: { ($0.id, $0.holderName) }
        ).id
    }

    /// The enrollment with an ID, or the device's only one that can pay.
    static func enrollment(_ id: String?, deviceID: String, _ pix: PixClient) async throws -> Enrollment {
        if let id { return try await pix.enrollment(id) }
        let enrollments = try await pix.enrollments(deviceID: deviceID).filter { $0.status == .succeeded }
        return try only(
            enrollments, flag: "--enrollment", absence: "this device has no enrollment",
            several: { "this device has \($0) enrollments" }, name: { ($0.id, $0.details.name) },
            absent: "make one with `toque enroll`")
    }

    private static func only<Element>(
        _ elements: [Element], flag: String, absence: String, several: (Int) -> String,
        name: (Element) -> (id: String, text: String?), absent: String? = nil
    ) throws(CommandError) -> Element {
        guard let first = elements.first else { throw CommandError(.notFound, at: flag, absence, hint: absent) }
        guard elements.count == 1 else {
            let names = elements.map(name).map { id, text in text.map { "\(id) \($0)" } ?? id }
            throw CommandError(
                .ambiguous, at: flag, "\(several(elements.count)): \(names.joined(separator: ", "))",
                hint: "pass \(flag) ID")
        }
        return first
    }
}
