// swift-tools-version: 6.2
import PackageDescription

/// What `tools/fuzz` runs: a package of its own, as fuzzers are built with instrumentation that nothing else has.
let package = Package(
    name: "toque-fuzz",
    dependencies: [.package(name: "toque", path: "..")],
    targets: [
        .executableTarget(
            name: "toque-fuzz",
            dependencies: [
                // The software authenticator comes with the vectors, without the store that SQLite keeps.
                .product(name: "CeremonyDocuments", package: "toque"),
                .product(name: "CheckoutContracts", package: "toque"),
                .product(name: "RelyingParty", package: "toque"), .product(name: "TestVectors", package: "toque"),
                .product(name: "VirtualKey", package: "toque"),
            ])
    ]
)
