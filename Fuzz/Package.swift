// swift-tools-version: 6.2
import PackageDescription

/// The package of `tools/fuzz`, separate because fuzzers need instrumentation that no other target has.
let package = Package(
    name: "toque-fuzz",
    dependencies: [.package(name: "toque", path: "..")],
    targets: [
        .executableTarget(
            name: "toque-fuzz",
            dependencies: [
                // The software authenticator comes with the vectors, without the SQLite store.
                .product(name: "CeremonyDocuments", package: "toque"),
                .product(name: "CheckoutContracts", package: "toque"),
                .product(name: "RelyingParty", package: "toque"), .product(name: "TestVectors", package: "toque"),
                .product(name: "VirtualKey", package: "toque"),
            ])
    ]
)
