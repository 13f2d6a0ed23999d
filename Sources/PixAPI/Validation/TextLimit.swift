/// The maximum numbers of characters (Unicode scalars) in requests' texts: the regulator's limits if it has them,
/// otherwise assumed ones.
package enum TextLimit {
    /// `enrollmentName` of the regulated API.
    package static let name = 140
    package static let externalID = 255
    package static let description = 255
    package static let phone = 32
    package static let address = 255
    /// `number` and `issuer` of the regulated API's accounts, with room for hyphen and check digit.
    package static let accountNumber = 22
    package static let branchNumber = 6
    package static let accountType = 32
    /// RFC 6749 sets none; the bank's redirect stays far below it.
    package static let parameter = 8192
}
