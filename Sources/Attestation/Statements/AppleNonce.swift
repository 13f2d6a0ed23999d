import ToqueCrypto

extension Certificate {
    /// The nonce that Apple's anonymous attestation certifies (section 8.8): SEQUENCE { [1] EXPLICIT OCTET STRING }.
    public func appleNonce() throws(AttestationCertificateError) -> [UInt8] {
        let nonce = try read(.appleNonce) { (reader) throws(DERError) in
            var members = try reader.sequence()
            let nonce = try members.explicit(1).octetString()
            try members.expectEnd()
            return Array(nonce)
        }
        guard let nonce else { throw .missingExtension(AttestationExtension.appleNonce.name) }
        return nonce
    }
}
