import CeremonyDocuments
import RelyingParty
import SoftAuthenticator
import Testing
import ToqueCOSE
import ToqueEncoding

@testable import TestVectors

/// The set, made once for all tests.
private let made = Task { try await BiometricPix.files() }

@Suite("Vectors of Biometric Pix")
struct BiometricPixTests {
    /// Codes that no document can cause: they depend on metadata, which the command gets separately.
    private static let ofMetadata: Set<VerdictCode> = [
        .metadataOutdated, .metadataRolledBack, .authenticatorRevoked, .authenticatorCompromised,
        .userVerificationBypassed,
    ]

    private func ceremonies(of name: String? = nil) async throws -> [JSON] {
        try await made.value.filter { name == nil || $0.name == name }.flatMap { file in
            guard case .ceremonies(let ceremonies) = file.vectors else { return [] as [JSON] }
            return ceremonies
        }
    }

    @Test("Every ceremony of the set gets the verdict it expects")
    func areJudgedAsExpected() async throws {
        for ceremony in try await ceremonies() {
            let verdict = CeremonyVerdict(judging: ceremony)
            #expect(verdict.expected != nil && verdict.isAsExpected, "\(VectorVerdict(verdict))")
        }
    }

    @Test("The set has every verdict code that a document can have")
    func haveEveryCodeThatADocumentCanLeadTo() async throws {
        let codes = Set(
            try await ceremonies().compactMap { $0["expected"]?["code"]?.stringValue }.compactMap(
                VerdictCode.init(rawValue:)))
        #expect(codes == Set(VerdictCode.allCases).subtracting(Self.ofMetadata))
    }

    @Test("Every ceremony of the set has a unique identifier")
    func goByTheirIdentifiers() async throws {
        let identifiers = try await ceremonies().compactMap { $0["id"]?.stringValue }
        #expect(Set(identifiers).count == identifiers.count)
        #expect(identifiers.count == (try await ceremonies().count))
    }

    @Test("The set has an enrollment and a payment for each profile and algorithm")
    func haveEachProfileWithEachOfItsAlgorithms() async throws {
        let identifiers = Set(try await ceremonies(of: "profiles.json").compactMap { $0["id"]?.stringValue })
        for profile in AuthenticatorProfile.devices {
            for algorithm in profile.algorithms {
                let name = "\(profile.name)-\((algorithm.name ?? "").lowercased())-none"
                #expect(identifiers.isSuperset(of: ["\(name)/enrollment", "\(name)/payment"]))
            }
        }
    }

    @Test("The set has every algorithm, attestation format and attestation type")
    func haveEachAlgorithmAndFormat() async throws {
        let verdicts = try await ceremonies().map { CeremonyVerdict(judging: $0) }
        let attestations = verdicts.compactMap(\.attestation)
        #expect(Set(attestations.map(\.format.rawValue)).count == 8)
        #expect(Set(attestations.map(\.type)) == Set(AttestationType.allCases))
        let isAnyUntrusted = attestations.contains { $0.type != .none && $0.type != .self && !$0.trusted }
        #expect(!isAnyUntrusted)
        let algorithms = try await ceremonies(of: "algorithms.json").compactMap {
            $0["options"]?["pubKeyCredParams"]?.arrayValue?.first?["alg"]?.intValue
        }
        #expect(Set(algorithms) == Set(COSEAlgorithm.supported.map(\.rawValue)))
    }

    @Test("The faults and variants of a ceremony kind have unique names")
    func eachFaultAndVariantHasItsOwnName() {
        let ofRegistration = PixFault<PixRegistration>.all.map(\.name) + PixVariant<PixRegistration>.all.map(\.name)
        let ofPayment = PixFault<PixPayment>.all.map(\.name) + PixVariant<PixPayment>.all.map(\.name)
        #expect(Set(ofRegistration).count == ofRegistration.count)
        #expect(Set(ofPayment).count == ofPayment.count)
    }

    /// A fault changes only what it breaks: the ceremony is valid with the relaxed policy and invalid without it.
    @Test("An allowed ceremony differs from its refused twin in the policy, not in the response")
    func whatIsAllowedIsRefusedWithoutThePolicy() async throws {
        let ceremonies = try await ceremonies()
        let allowed = ceremonies.filter { $0["id"]?.stringValue?.hasSuffix("/allowed") == true }
        #expect(!allowed.isEmpty)
        for ceremony in allowed {
            let id = ceremony["id"]?.stringValue?.dropLast("/allowed".count)
            let refused = try #require(ceremonies.first { $0["id"]?.stringValue == id.map(String.init) })
            #expect(refused["response"] == ceremony["response"])
            #expect(refused["policy"] != ceremony["policy"])
            #expect(CeremonyVerdict(judging: ceremony).isValid)
            #expect(!CeremonyVerdict(judging: refused).isValid)
        }
    }

    @Test("Every fault of an enrollment or payment is in the set")
    func eachFaultIsInTheSet() async throws {
        let names = Set(
            try await ceremonies().compactMap { $0["id"]?.stringValue?.split(separator: "/") }
                .filter { $0.count == 3 }.map { "\($0[1])/\($0[2])" })
        #expect(names.isSuperset(of: PixFault<PixRegistration>.all.map { "enrollment/\($0.name)" }))
        #expect(names.isSuperset(of: PixFault<PixPayment>.all.map { "payment/\($0.name)" }))
    }

    @Test("The files of the set are the same bytes every time")
    func filesAreTheSameEachTime() async throws {
        let files = try await made.value
        #expect(Set(files.map(\.name)).count == files.count)
        let texts = files.map { $0.json(of: .biometricPix).utf8 }
        #expect(try await BiometricPix.files().map { $0.json(of: .biometricPix).utf8 } == texts)
    }

    /// The repository contains them.
    @Test("The files of the set together take less than 3 MiB")
    func filesAreOfSensibleSize() async throws {
        let size = try await made.value.map { $0.json(of: .biometricPix).serialized(pretty: true).utf8.count }
        #expect(size.reduce(0, +) < 3 << 20)
    }
}
