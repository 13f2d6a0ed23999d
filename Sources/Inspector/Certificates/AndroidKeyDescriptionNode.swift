import ToqueCrypto

extension InspectionNode {
    /// An Android keystore's certified description of a key (WebAuthn section 8.4.1; Android's KeyMint, Tag.aidl).
    static func keyDescription(_ element: DERElement) throws(DERError) -> InspectionNode {
        var node = InspectionNode("KeyDescription", range: element.encoded.indices)
        var members = try element.sequence()
        let labels = [
            "attestationVersion", "attestationSecurityLevel", "keyMintVersion", "keyMintSecurityLevel",
            "attestationChallenge", "uniqueId", "softwareEnforced", "hardwareEnforced",
        ]
        for label in labels {
            let member = try members.element()
            var child = InspectionNode(member, label: label)
            switch label {
            case "attestationSecurityLevel", "keyMintSecurityLevel":
                child.value = meaning(try member.enumerated(), ["Software", "TrustedEnvironment", "StrongBox"])
            case "softwareEnforced", "hardwareEnforced":
                child.children = try authorizations(member)
                if child.children.isEmpty { child.value = "empty" }
            default: break
            }
            node.children.append(child)
        }
        try members.expectEnd()
        return node
    }

    /// AuthorizationList: each authorization has an explicit tag.
    private static func authorizations(_ list: DERElement) throws(DERError) -> [InspectionNode] {
        var members = try list.sequence()
        var nodes: [InspectionNode] = []
        while let member = try members.next() {
            let name = AndroidAuthorization.names[member.tagNumber] ?? "tag"
            var node = InspectionNode(member, label: "\(name) (\(member.tagNumber))")
            if let content = try? member.explicit(member.tagNumber) {
                node.children = [InspectionNode(content)]
                if !content.isConstructed {
                    // NULL means that the authorization applies.
                    node.value = content.tagNumber == 5 ? "yes" : content.text
                    node.children = []
                }
                if let meanings = AndroidAuthorization.meanings[member.tagNumber] {
                    node.children = []
                    node.value = values(content).map { meaning($0, meanings) }.joined(separator: ", ")
                }
            }
            nodes.append(node)
        }
        return nodes
    }

    /// A number, or a set of numbers.
    private static func values(_ element: DERElement) -> [Int] {
        if let number = try? element.integer() { return [number] }
        guard var members = try? element.set() else { return [] }
        var numbers: [Int] = []
        while let member = try? members.next(), let number = try? member.integer() { numbers.append(number) }
        return numbers
    }

    private static func meaning(_ number: Int, _ names: [String]) -> String {
        names.indices.contains(number) && !names[number].isEmpty ? "\(number) = \(names[number])" : "\(number)"
    }
}

/// KeyMint's tags without their types, and the meaning of some numbers.
private enum AndroidAuthorization {
    static let names: [Int: String] = [
        1: "purpose", 2: "algorithm", 3: "keySize", 4: "blockMode", 5: "digest", 6: "padding", 7: "callerNonce",
        8: "minMacLength", 10: "ecCurve", 200: "rsaPublicExponent", 203: "mgfDigest", 303: "rollbackResistance",
        305: "earlyBootOnly", 400: "activeDateTime", 401: "originationExpireDateTime", 402: "usageExpireDateTime",
        405: "usageCountLimit", 502: "userSecureId", 503: "noAuthRequired", 504: "userAuthType", 505: "authTimeout",
        506: "allowWhileOnBody", 507: "trustedUserPresenceRequired", 508: "trustedConfirmationRequired",
        509: "unlockedDeviceRequired", 600: "allApplications", 601: "applicationId", 701: "creationDateTime",
        702: "origin", 703: "rollbackResistant", 704: "rootOfTrust", 705: "osVersion", 706: "osPatchLevel",
        709: "attestationApplicationId", 710: "attestationIdBrand", 711: "attestationIdDevice",
        712: "attestationIdProduct", 713: "attestationIdSerial", 714: "attestationIdImei", 715: "attestationIdMeid",
        716: "attestationIdManufacturer", 717: "attestationIdModel", 718: "vendorPatchLevel", 719: "bootPatchLevel",
        720: "deviceUniqueAttestation", 723: "attestationIdSecondImei", 724: "moduleHash",
    ]

    static let meanings: [Int: [String]] = [
        1: ["ENCRYPT", "DECRYPT", "SIGN", "VERIFY", "", "WRAP_KEY", "AGREE_KEY", "ATTEST_KEY"],
        2: ["", "RSA", "", "EC"],
        5: ["NONE", "MD5", "SHA1", "SHA_2_224", "SHA_2_256", "SHA_2_384", "SHA_2_512"],
        10: ["P_224", "P_256", "P_384", "P_521", "CURVE_25519"],
        702: ["GENERATED", "DERIVED", "IMPORTED", "UNKNOWN", "SECURELY_IMPORTED"],
    ]
}
