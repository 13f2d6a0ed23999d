import RelyingParty
import SoftAuthenticator
import ToqueCOSE
import ToqueEncoding

/// The set `biometric-pix`: valid enrollments and payments of Biometric Pix, and the same ones with single faults, each
/// with its code from the verdict table.
public enum BiometricPix {
    /// The set's files.
    public static func files() async throws -> [VectorFile] {
        let authorities = try PixAuthorities()
        let profiles = try await profiles(authorities)
        let formats = try formats(authorities)
        var files = [
            try file(
                "profiles", "Each profile of the authenticator with each algorithm and attestation that it has",
                profiles, authorities),
            try file(
                "options", "Each shape in which options come", try await options(authorities), authorities),
            try permitted(profiles, authorities),
            try file("algorithms", "Each algorithm, with self attestation", try algorithms(authorities), authorities),
            try file("formats", "Each attestation format but packed and none", formats, authorities),
        ]
        for pair in profiles + formats where isBroken(pair) {
            files.append(try faults(of: pair, authorities))
        }
        return files
    }

    // MARK: Valid pairs

    private static func profiles(_ authorities: PixAuthorities) async throws -> [PixPair] {
        var pairs: [PixPair] = []
        for profile in AuthenticatorProfile.devices {
            let kinds: [PixAttestation.Kind] =
                profile.attestationFormats.contains(.packed) ? [.none, .packedSelf, .packed] : [.none]
            for algorithm in profile.algorithms {
                for kind in kinds {
                    let text = algorithm.name ?? ""
                    pairs.append(
                        try await PixAuthenticator(
                            name: "\(profile.name)-\(text.lowercased())-\(kind.rawValue)",
                            title: "profile \(profile.name), \(text), attestation \(kind.rawValue)", profile: profile,
                            algorithm: algorithm, kind: kind, origin: profile.pixOrigin
                        ).pair(authorities))
                }
            }
        }
        return pairs
    }

    private static func options(_ authorities: PixAuthorities) async throws -> [PixPair] {
        var pairs: [PixPair] = []
        for shape in PixOptions.allCases {
            pairs.append(
                try await PixAuthenticator(
                    name: "options-\(shape.rawValue)", title: "options in the shape \(shape.rawValue)", profile: .ios,
                    algorithm: .es256, shape: shape
                ).pair(authorities))
        }
        return pairs
    }

    private static func algorithms(_ authorities: PixAuthorities) throws -> [PixPair] {
        let making = PixMaking(authorities: authorities)
        return try COSEAlgorithm.supported.map { algorithm in
            let text = algorithm.name ?? ""
            return try making.pair(
                name: "algorithm-\(text.lowercased())", title: "\(text), self attestation", kind: .packedSelf,
                algorithm: algorithm)
        }
    }

    private static func formats(_ authorities: PixAuthorities) throws -> [PixPair] {
        let making = PixMaking(authorities: authorities)
        return try PixAttestation.Kind.allCases.filter(\.isMadeForVectors).map { kind in
            try making.pair(
                name: "\(kind.rawValue)-es256", title: "ES256, attestation \(kind.rawValue)", kind: kind,
                algorithm: .es256)
        }
    }

    /// Unusual but valid ceremonies.
    private static func permitted(_ pairs: [PixPair], _ authorities: PixAuthorities) throws -> VectorFile {
        let pairs = pairs.filter { $0.name == "ios-es256-none" }
        return try file(
            "permitted", "What departs from the usual and is right, so that it must not be refused", pairs, authorities,
            pairs.flatMap { pair in
                try PixVariant<PixRegistration>.all.map {
                    try $0.document(of: pair.registration, id: "\(pair.name)/enrollment", title: pair.title)
                }
                    + PixVariant<PixPayment>.all.map {
                        try $0.document(of: pair.payment, id: "\(pair.name)/payment", title: pair.title)
                    }
            })
    }

    // MARK: Pairs with faults

    /// One for each attestation format.
    private static func isBroken(_ pair: PixPair) -> Bool {
        let own = ["ios-es256-none", "windows-es256-packed-self", "windows-es256-packed"]
        return own.contains(pair.name) || pair.registration.attestation.kind.isMadeForVectors
    }

    private static func faults(of pair: PixPair, _ authorities: PixAuthorities) throws -> VectorFile {
        var documents: [JSON] = []
        for fault in PixFault<PixRegistration>.all {
            documents += try fault.documents(
                breaking: pair.registration, id: "\(pair.name)/enrollment", title: "\(pair.title): enrollment")
        }
        // The attestation does not change the payments.
        if pair.registration.attestation.kind == .none || pair.registration.attestation.kind == .packed {
            for fault in PixFault<PixPayment>.all {
                documents += try fault.documents(
                    breaking: pair.payment, id: "\(pair.name)/payment", title: "\(pair.title): payment")
            }
        }
        return try file("faults-\(pair.name)", "Broken in single ways: \(pair.title)", [pair], authorities, documents)
    }

    // MARK: Files

    /// - Parameter ceremonies: nil for the unchanged pairs.
    private static func file(
        _ name: String, _ description: String, _ pairs: [PixPair], _ authorities: PixAuthorities,
        _ ceremonies: [JSON]? = nil
    ) throws -> VectorFile {
        var keys: JSONObject = [:]
        var derivations: JSONObject = [:]
        for pair in pairs {
            keys[pair.name] = try pair.keys()
            derivations[pair.name] = pair.derivations.json
        }
        if pairs.contains(where: \.registration.attestation.kind.hasCertificate) {
            keys["root"] = try authorities.root.key.json()
            keys["stranger"] = try authorities.stranger.key.json()
            keys["sha1"] = try authorities.sha1Key.json()
            derivations["attestation authorities"] = authorities.derivations.json
        }
        return VectorFile(
            name: "\(name).json", description: "Biometric Pix. \(description).", derivations: derivations, keys: keys,
            vectors: .ceremonies(try ceremonies ?? pairs.flatMap { try $0.documents() }))
    }
}

extension PixAttestation.Kind {
    /// True if our authenticator does not create it.
    fileprivate var isMadeForVectors: Bool { ![.none, .packedSelf, .packed].contains(self) }
}

extension AuthenticatorProfile {
    /// The origin of Android's apps is the hash of their signing certificate; this one is invented.
    fileprivate var pixOrigin: String {
        self == .android
            ? "android:apk-key-hash:" + Base64URL.encode([UInt8](repeating: 0x2A, count: 32)) : PixSetting.origin
    }
}
