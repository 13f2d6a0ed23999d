// swift-tools-version: 6.2
import PackageDescription

/// TOQUE_STRICT=1 turns warnings of our own targets into errors, as in continuous integration.
let settings: [SwiftSetting] = Context.environment["TOQUE_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// `swift build --static-swift-stdlib` links Swift's own libraries only into programs. With TOQUE_STATIC_LIBRARIES, the
/// folder that tools/static-linking.sh sets, they are also linked into the dynamic library, and the folder's libraries
/// into both. Swift's own linker supports packed relocations.
let staticLinking: [LinkerSetting] =
    Context.environment["TOQUE_STATIC_LIBRARIES"].map {
        [.unsafeFlags(["-static-stdlib", "-use-ld=lld", "-L", $0])]
    } ?? []

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies, exclude: exclude,
        swiftSettings: settings)
}

// Products of other packages
func hummingbird(_ name: String) -> Target.Dependency { .product(name: name, package: "hummingbird") }
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }
func nioExtras(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio-extras") }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let tomlKit = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

let package = Package(
    name: "toque",
    products: [
        .executable(name: "toque", targets: ["toque"]),
        .library(name: "BiometricPixFlow", targets: ["BiometricPixFlow"]),
        .library(name: "BiometricPixSDK", targets: ["BiometricPixSDK"]),
        .library(name: "CeremonyDocuments", targets: ["CeremonyDocuments"]),
        .library(name: "CheckoutContracts", targets: ["CheckoutContracts"]),
        .library(name: "CheckoutPresentation", targets: ["CheckoutPresentation"]),
        .library(name: "ecommpaySDK", targets: ["ecommpaySDK"]),
        .library(name: "RelyingParty", targets: ["RelyingParty"]),
        .library(name: "SoftAuthenticator", targets: ["SoftAuthenticator", "CredentialStore"]),
        .library(name: "SecurityKey", targets: ["SecurityKey"]),
        .library(name: "VirtualKey", targets: ["VirtualKey"]),
        .library(name: "toque-sk", type: .dynamic, targets: ["OpenSSHSecurityKeyProvider"]),
        .library(name: "WebAuthnClient", targets: ["WebAuthnClient"]),
        .library(name: "PixSimulator", targets: ["PixSimulator"]),
        .library(name: "PlacetoPayCheckout", targets: ["PlacetoPayCheckout"]),
        .library(name: "TakeMePaySDK", targets: ["TakeMePaySDK"]),
        .library(name: "TestVectors", targets: ["TestVectors"]),
        .library(name: "YunoSDK", targets: ["YunoSDK", "CheckoutPresentation"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Floor 0: C libraries
        .target(name: "CLibCrypto"),
        .systemLibrary(name: "CLibCBOR", pkgConfig: "libcbor", providers: [.apt(["libcbor-dev"])]),
        .systemLibrary(name: "CLibFIDO2", pkgConfig: "libfido2", providers: [.apt(["libfido2-dev"])]),
        .systemLibrary(name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLibPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CLibPQ"),
        .systemLibrary(name: "CLinux", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "COpenSSH"),

        // Floor 1
        library("ToqueEncoding"),
        library("ToqueFiles"),
        library("ToqueCrypto", ["CLibCrypto"]),
        library("ToqueCBOR", ["CLibCBOR"]),

        // Floor 2
        library("ToqueCOSE", ["ToqueCBOR", "ToqueCrypto"]),
        library("RiskSignals", ["CLinux", "ToqueCrypto", "ToqueEncoding"]),
        library("ToqueTerminal", ["ToqueCrypto"]),
        library("LoadMeasurement", ["ToqueCrypto", "ToqueEncoding", histogram]),
        library("PostgreSQL", ["CLibPQ"]),
        .target(
            name: "Pages", dependencies: ["ToqueCrypto", "ToqueEncoding", mustache],
            resources: [.embedInCode("Files")], swiftSettings: settings),

        // Floor 3
        library("ToqueWebAuthn", ["ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding"]),

        // Floor 4
        library("Attestation", ["ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn"]),
        library("CTAP", ["CLibZ", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueWebAuthn"]),

        // Floor 5
        library(
            "RelyingParty", ["Attestation", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn"]),
        library("SecurityKey", ["CLibFIDO2", "CTAP", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueWebAuthn"]),
        library(
            "SoftAuthenticator",
            ["Attestation", "CTAP", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn"]),

        // Floor 6
        library(
            "APIClient", ["ToqueEncoding", asyncHTTPClient, nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"), nioSSL]),
        library(
            "CredentialStore",
            [
                "SoftAuthenticator", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueFiles", "ToqueWebAuthn", grdb,
                grdbSQLite,
            ]),
        library(
            "WebAuthnClient", ["Attestation", "CLibPSL", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn"]),
        library(
            "Inspector",
            ["Attestation", "CTAP", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn"]),
        library("CeremonyDocuments", ["RelyingParty", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn"]),
        .target(
            name: "OpenSSHSecurityKeyProvider",
            dependencies: [
                "CLibFIDO2", "COpenSSH", "SecurityKey", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueWebAuthn",
            ],
            swiftSettings: settings, linkerSettings: staticLinking),
        library("VirtualKey", ["CLinux", "CTAP", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding"]),

        // Floor 7
        .target(
            name: "BrowserAuthenticator",
            dependencies: [
                "Attestation", "SoftAuthenticator", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn",
                "WebAuthnClient",
            ],
            resources: [.embedInCode("Files")], swiftSettings: settings),
        library("CheckoutContracts", ["ToqueCrypto", "ToqueEncoding"]),
        library(
            "TestVectors",
            [
                "Attestation", "CeremonyDocuments", "RelyingParty", "SoftAuthenticator", "ToqueCBOR", "ToqueCOSE",
                "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn",
            ]),
        library("PixAPI", ["APIClient", "ToqueEncoding", asyncHTTPClient, nio("NIOCore"), nio("NIOHTTP1")]),
        library(
            "Sandbox",
            [
                "PostgreSQL", "ToqueCrypto", "ToqueEncoding", "ToqueFiles", asyncHTTPClient, grdb, grdbSQLite,
                httpTypes,
                hummingbird("Hummingbird"), hummingbird("HummingbirdCore"), hummingbird("HummingbirdTLS"), logging,
                nio("NIOCore"), nio("NIOHTTP1"), nioExtras("NIOHTTPTypes"), nioExtras("NIOHTTPTypesHTTP1"),
                nio("NIOPosix"), nioSSL, serviceLifecycle,
            ]),

        // Floor 8
        library(
            "BiometricPixSDK",
            [
                "CredentialStore", "RiskSignals", "ToqueEncoding", "ToqueWebAuthn", "WebAuthnClient",
            ]),
        library(
            "CheckoutPresentation",
            [
                "APIClient", "CredentialStore", "ToqueCrypto", "ToqueEncoding", "ToqueTerminal", "ToqueWebAuthn",
                "WebAuthnClient", nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"),
            ]),
        library(
            "SandboxKit",
            [
                "CeremonyDocuments", "Pages", "Sandbox", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding",
                "ToqueFiles", "ToqueWebAuthn",
            ]),

        // Floor 9
        library(
            "BiometricPixFlow",
            [
                "APIClient", "BiometricPixSDK", "CredentialStore", "PixAPI", "RiskSignals", "SoftAuthenticator",
                "ToqueCrypto", "ToqueEncoding", "ToqueFiles", "ToqueWebAuthn", "WebAuthnClient",
            ]),
        library(
            "PixSimulator",
            [
                "CeremonyDocuments", "Pages", "PixAPI", "RelyingParty", "Sandbox", "SandboxKit", "ToqueCOSE",
                "ToqueCrypto", "ToqueEncoding", "ToqueFiles", "ToqueWebAuthn", "WebAuthnClient",
            ]),

        library(
            "ecommpaySDK",
            [
                "APIClient", "CheckoutContracts", "CheckoutPresentation", "ToqueEncoding", "ToqueWebAuthn",
            ]),
        library(
            "CheckoutSimulator",
            [
                "CeremonyDocuments", "CheckoutContracts", "Pages", "RelyingParty", "Sandbox", "SandboxKit",
                "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn",
            ]),
        library(
            "Dashboard",
            [
                "CeremonyDocuments", "Inspector", "Pages", "RelyingParty", "Sandbox", "SandboxKit", "ToqueCrypto",
                "ToqueEncoding", "ToqueFiles", "ToqueWebAuthn",
            ]),
        library(
            "Fleet",
            [
                "APIClient", "CheckoutContracts", "LoadMeasurement", "PixAPI", "RiskSignals", "SoftAuthenticator",
                "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueFiles", "ToqueWebAuthn", "WebAuthnClient",
                httpTypes, nio("NIOCore"), nio("NIOPosix"), nioSSL, tomlKit,
            ]),
        library(
            "PlacetoPayCheckout",
            ["APIClient", "CheckoutContracts", "CheckoutPresentation", "ToqueCrypto", "ToqueEncoding"]),
        library(
            "TakeMePaySDK",
            ["APIClient", "CheckoutContracts", "CheckoutPresentation", "ToqueCrypto", "ToqueEncoding", logging]),
        library("YunoSDK", ["APIClient", "CheckoutContracts", "CheckoutPresentation", "ToqueEncoding", logging]),

        // Floor 10
        library(
            "PhonePages",
            [
                "APIClient", "BiometricPixFlow", "CredentialStore", "Dashboard", "Pages", "PixAPI", "RiskSignals",
                "Sandbox", "SandboxKit", "SoftAuthenticator", "ToqueCrypto", "ToqueEncoding", "ToqueFiles",
                "ToqueWebAuthn", "WebAuthnClient",
            ]),

        // Floor 11
        .executableTarget(
            name: "toque",
            dependencies: [
                "APIClient", "Attestation", "BiometricPixFlow", "BrowserAuthenticator", "CeremonyDocuments",
                "CheckoutContracts", "CheckoutPresentation", "CheckoutSimulator", "CredentialStore", "Dashboard",
                "Fleet", "Inspector", "LoadMeasurement", "Pages", "PhonePages", "PixAPI", "PixSimulator",
                "PlacetoPayCheckout",
                "RelyingParty", "RiskSignals", "Sandbox", "SecurityKey", "SoftAuthenticator",
                "TakeMePaySDK", "TestVectors", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueFiles",
                "ToqueTerminal", "ToqueWebAuthn", "VirtualKey", "WebAuthnClient", "YunoSDK", "ecommpaySDK",
                argumentParser, asyncHTTPClient, httpTypes, hummingbird("Hummingbird"), logging, nio("NIOCore"),
                nio("NIOHTTP1"), nioSSL, serviceLifecycle,
            ],
            swiftSettings: settings, linkerSettings: staticLinking),
        .executableTarget(
            name: "toque-bench",
            dependencies: [
                "Attestation", "CLibCrypto", "CLibFIDO2", "CTAP", "CeremonyDocuments", "CheckoutContracts",
                "CredentialStore", "PixAPI", "RelyingParty", "Sandbox", "SandboxKit", "SecurityKey",
                "SoftAuthenticator", "TestVectors", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn",
                "VirtualKey", "WebAuthnClient", argumentParser, grdb, logging,
            ],
            swiftSettings: settings),

        // Tests mirror the sources
        .target(
            name: "ToqueTestSupport", dependencies: ["PostgreSQL", "ToqueCrypto", "ToqueEncoding"],
            path: "Tests/ToqueTestSupport", swiftSettings: settings),
        tests("ToqueEncoding", ["ToqueCrypto", "ToqueTestSupport"]),
        tests("ToqueFiles"),
        tests("ToqueCrypto", ["CLibCrypto", "ToqueEncoding", "ToqueTestSupport"]),
        tests("ToqueCBOR", ["ToqueCrypto", "ToqueEncoding", "ToqueTestSupport"]),
        tests("ToqueCOSE", ["ToqueCBOR", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport"]),
        tests("RiskSignals", ["ToqueEncoding"]),
        tests("LoadMeasurement", ["ToqueEncoding"]),
        tests("Pages", ["ToqueEncoding"]),
        tests("PostgreSQL", ["ToqueTestSupport"]),
        tests("ToqueWebAuthn", ["ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport"]),
        tests(
            "Attestation",
            ["ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport", "ToqueWebAuthn"]),
        tests("CTAP", ["ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport", "ToqueWebAuthn"]),
        tests(
            "RelyingParty",
            [
                "Attestation", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport",
                "ToqueWebAuthn",
            ]),
        tests(
            "SecurityKey",
            [
                "Attestation", "CLibFIDO2", "CTAP", "SoftAuthenticator", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto",
                "ToqueEncoding", "ToqueTestSupport", "ToqueWebAuthn", "VirtualKey", "WebAuthnClient",
            ]),
        tests("OpenSSHSecurityKeyProvider", ["COpenSSH", "ToqueCOSE", "ToqueCrypto", "ToqueWebAuthn"]),
        tests(
            "SoftAuthenticator",
            [
                "Attestation", "CTAP", "RelyingParty", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding",
                "ToqueTestSupport", "ToqueWebAuthn",
            ]),
        tests("APIClient", ["ToqueEncoding", "ToqueTestSupport", asyncHTTPClient, nio("NIOCore"), nio("NIOHTTP1")]),
        tests(
            "CredentialStore",
            ["SoftAuthenticator", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueFiles", "ToqueWebAuthn", grdb]),
        tests("WebAuthnClient", ["Attestation", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn"]),
        tests(
            "Inspector",
            [
                "Attestation", "CTAP", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport",
                "ToqueWebAuthn",
            ]),
        tests(
            "CeremonyDocuments",
            [
                "RelyingParty", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport",
                "ToqueWebAuthn",
            ]),
        tests("BrowserAuthenticator", ["SoftAuthenticator", "ToqueEncoding", "ToqueWebAuthn", "WebAuthnClient"]),
        tests("CheckoutContracts", ["ToqueCrypto", "ToqueEncoding", "ToqueTestSupport"]),
        tests(
            "TestVectors",
            [
                "Attestation", "CeremonyDocuments", "RelyingParty", "SoftAuthenticator", "ToqueCBOR", "ToqueCOSE",
                "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport", "ToqueWebAuthn",
            ]),
        tests("VirtualKey", ["CTAP", "ToqueCOSE", "ToqueCrypto", "ToqueWebAuthn"]),
        tests("PixAPI", ["APIClient", "ToqueEncoding", "ToqueTestSupport"], exclude: ["Golden"]),
        tests(
            "Sandbox",
            [
                "PostgreSQL", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport", asyncHTTPClient, grdb, httpTypes,
                hummingbird("Hummingbird"), hummingbird("HummingbirdCore"), logging, nio("NIOCore"), nio("NIOPosix"),
                nioSSL, serviceLifecycle,
            ]),
        tests(
            "CheckoutPresentation",
            [
                "APIClient", "RelyingParty", "SoftAuthenticator", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport",
                "ToqueWebAuthn", nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"),
            ]),
        tests("SandboxKit", ["Pages", "Sandbox", "ToqueEncoding", asyncHTTPClient, nio("NIOCore")]),
        tests(
            "ecommpaySDK",
            [
                "APIClient", "CheckoutContracts", "CheckoutPresentation", "CheckoutSimulator", "Sandbox",
                "SoftAuthenticator", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn",
            ]),
        tests(
            "CheckoutSimulator",
            [
                "APIClient", "CheckoutContracts", "CheckoutPresentation", "PlacetoPayCheckout", "Sandbox", "SandboxKit",
                "SoftAuthenticator", "TakeMePaySDK", "TestVectors", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto",
                "ToqueEncoding", "ToqueTestSupport", "ToqueWebAuthn", "YunoSDK", "ecommpaySDK", asyncHTTPClient,
                logging, nio("NIOCore"),
            ]),
        tests(
            "BiometricPixSDK",
            [
                "CredentialStore", "SecurityKey", "SoftAuthenticator", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding",
                "ToqueWebAuthn", "VirtualKey", "WebAuthnClient",
            ]),
        tests(
            "BiometricPixFlow",
            [
                "PixSimulator", "SoftAuthenticator", "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport",
                "ToqueWebAuthn",
            ]),
        tests(
            "Fleet",
            [
                "APIClient", "CheckoutSimulator", "LoadMeasurement", "PixSimulator", "RiskSignals", "Sandbox",
                "ToqueCrypto", "ToqueEncoding", "ToqueFiles", "ToqueWebAuthn", nio("NIOCore"),
            ]),
        tests(
            "PixSimulator",
            [
                "CeremonyDocuments", "PixAPI", "Sandbox", "SandboxKit", "SoftAuthenticator", "ToqueCBOR", "ToqueCOSE",
                "ToqueCrypto", "ToqueEncoding", "ToqueTestSupport", "ToqueWebAuthn", "WebAuthnClient", asyncHTTPClient,
                nio("NIOCore"),
            ]),
        tests(
            "Dashboard",
            [
                "CeremonyDocuments", "CheckoutSimulator", "Inspector", "Pages", "PixSimulator", "RelyingParty",
                "Sandbox", "SandboxKit", "ToqueEncoding", asyncHTTPClient, nio("NIOCore"),
            ]),
        tests(
            "PhonePages",
            ["APIClient", "Dashboard", "PixAPI", "PixSimulator", "RiskSignals", "Sandbox", "ToqueEncoding"]),
        tests(
            "PlacetoPayCheckout",
            ["APIClient", "CheckoutContracts", "CheckoutPresentation", "ToqueCrypto", "ToqueEncoding"]),
        tests(
            "TakeMePaySDK",
            [
                "APIClient", "CheckoutContracts", "CheckoutPresentation", "CheckoutSimulator", "Sandbox",
                "ToqueEncoding", "ToqueTestSupport",
            ]),
        tests(
            "YunoSDK",
            [
                "APIClient", "CheckoutContracts", "CheckoutPresentation", "CheckoutSimulator", "Sandbox",
                "SoftAuthenticator", "ToqueEncoding", "ToqueTestSupport",
            ]),
        tests(
            "toque",
            [
                "APIClient", "LoadMeasurement", "PixAPI", "RelyingParty", "RiskSignals", "Sandbox", "ToqueCrypto",
                "ToqueEncoding", "ToqueFiles", "ToqueTestSupport", "ToqueWebAuthn", "VirtualKey", argumentParser,
            ]),
    ]
)
