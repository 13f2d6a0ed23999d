import CTAP
import Testing

@Suite struct CTAPStatusTests {
    @Test(
        "Status codes have the specification's values",
        arguments: [
            (CTAPStatus.credentialExcluded, 0x19), (.keepaliveCancel, 0x2D), (.noCredentials, 0x2E),
            (.pinInvalid, 0x31),
            (.puatRequired, 0x36), (.unauthorizedPermission, 0x40),
        ] as [(CTAPStatus, UInt8)])
    func valuesAreTheSpecifications(_ status: CTAPStatus, _ value: UInt8) { #expect(status.rawValue == value) }
}
