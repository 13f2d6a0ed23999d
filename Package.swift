// swift-tools-version: 6.2
import PackageDescription

/// Warnings of our own targets are errors where TOQUE_STRICT=1 says so (continuous integration does).
let settings: [SwiftSetting] = Context.environment["TOQUE_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []

/// `swift build --static-swift-stdlib` links Swift's own libraries into programs alone. With TOQUE_STATIC_LIBRARY=1, as
/// tools/dist sets it, they are linked into the dynamic library as well.
let libraryLinking: [LinkerSetting] =
    Context.environment["TOQUE_STATIC_LIBRARY"] == "1" ? [.unsafeFlags(["-static-stdlib"])] : []

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies, exclude: exclude,
        swiftSettings: settings)
}

/// A product of SwiftNIO itself.
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }

let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
    name: "toque",
    products: [
        .executable(name: "toque", targets: ["toque"]),
        .library(name: "BiometricPixFlow", targets: ["BiometricPixFlow"]),
        .library(name: "BiometricPixSDK", targets: ["BiometricPixSDK"]),
        .library(name: "RelyingParty", targets: ["RelyingParty"]),
        .library(name: "SoftAuthenticator", targets: ["SoftAuthenticator", "CredentialStore"]),
        .library(name: "SecurityKey", targets: ["SecurityKey"]),
        .library(name: "VirtualKey", targets: ["VirtualKey"]),
        .library(name: "toque-sk", type: .dynamic, targets: ["OpenSSHSecurityKeyProvider"]),
        .library(name: "WebAuthnClient", targets: ["WebAuthnClient"]),
        .library(name: "PixSimulator", targets: ["PixSimulator"]),
        .library(name: "TestVectors", targets: ["TestVectors"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Floor 0: C libraries
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibCBOR", pkgConfig: "libcbor", providers: [.apt(["libcbor-dev"])]),
        .systemLibrary(name: "CLibFIDO2", pkgConfig: "libfido2", providers: [.apt(["libfido2-dev"])]),
        .systemLibrary(name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLibPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
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

        // Floor 3
        library("ToqueWebAuthn", ["ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding"]),

        // Floor 4
        library("Attestation", ["ToqueWebAuthn"]),
        library("CTAP", ["CLibZ", "ToqueWebAuthn"]),

        // Floor 5
        library("RelyingParty", ["Attestation", "ToqueWebAuthn"]),
        library("SecurityKey", ["CLibFIDO2", "CTAP", "ToqueWebAuthn"]),
        library("SoftAuthenticator", ["Attestation", "CTAP", "ToqueWebAuthn"]),

        // Floor 6
        library(
            "CredentialStore",
            ["SoftAuthenticator", "ToqueCrypto", "ToqueFiles", .product(name: "GRDB", package: "GRDB.swift")]),
        library("WebAuthnClient", ["CLibPSL", "Attestation", "ToqueWebAuthn"]),
        library("Inspector", ["Attestation", "CTAP", "ToqueWebAuthn"]),
        library("TestVectors", ["Attestation", "RelyingParty", "SoftAuthenticator", "ToqueWebAuthn"]),
        .target(
            name: "OpenSSHSecurityKeyProvider",
            dependencies: ["CLibFIDO2", "COpenSSH", "SecurityKey", "ToqueWebAuthn"],
            swiftSettings: settings, linkerSettings: libraryLinking),
        library("VirtualKey", ["CLinux", "CTAP"]),

        // Floor 7
        library(
            "PixAPI",
            [
                "ToqueEncoding", nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"), nioSSL,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        library(
            "Sandbox",
            [
                "ToqueCrypto", "ToqueEncoding", "ToqueFiles", httpTypes, nioSSL, nio("NIOCore"), nio("NIOHTTP1"),
                nio("NIOPosix"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),

        // Floor 8
        library("BiometricPixSDK", ["CredentialStore", "RiskSignals", "SoftAuthenticator", "WebAuthnClient"]),
        library(
            "SandboxKit",
            [
                "Sandbox", "TestVectors", "ToqueCBOR", "ToqueCOSE", "ToqueCrypto", "ToqueEncoding", "ToqueWebAuthn",
                .product(name: "Mustache", package: "swift-mustache"),
            ]),

        // Floor 9
        library("BiometricPixFlow", ["BiometricPixSDK", "PixAPI", "ToqueFiles"]),
        library(
            "PixSimulator",
            [
                "PixAPI", "RelyingParty", "Sandbox", "SandboxKit", "TestVectors", "ToqueCOSE", "ToqueCrypto",
                "ToqueEncoding", "ToqueWebAuthn", .product(name: "Logging", package: "swift-log"),
            ]),

        // Floor 10
        .executableTarget(
            name: "toque",
            dependencies: [
                "BiometricPixFlow", "BiometricPixSDK", "CredentialStore", "Inspector", "PixAPI", "PixSimulator",
                "RelyingParty", "Sandbox", "SecurityKey", "SoftAuthenticator", "TestVectors", "ToqueFiles",
                "VirtualKey", httpTypes, nio("NIOCore"), nio("NIOHTTP1"), nioSSL,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "toque-bench",
            dependencies: [
                "CLibCrypto", "CLibFIDO2", "CredentialStore", "PixSimulator", "RelyingParty", "SandboxKit",
                "SecurityKey", "TestVectors", "VirtualKey", "WebAuthnClient",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // Tests mirror the sources
        .target(
            name: "ToqueTestSupport", dependencies: ["ToqueEncoding"], path: "Tests/ToqueTestSupport",
            swiftSettings: settings),
        tests("ToqueEncoding", ["ToqueTestSupport"]),
        tests("ToqueFiles"),
        tests("ToqueCrypto", ["ToqueEncoding", "ToqueTestSupport"]),
        tests("ToqueCBOR", ["ToqueEncoding", "ToqueTestSupport"]),
        tests("ToqueCOSE", ["ToqueEncoding", "ToqueTestSupport"]),
        tests("RiskSignals", ["ToqueEncoding"]),
        tests("ToqueWebAuthn", ["ToqueTestSupport"]),
        tests("Attestation", ["ToqueTestSupport"]),
        tests("CTAP", ["ToqueTestSupport"]),
        tests("RelyingParty", ["ToqueTestSupport"]),
        tests("SecurityKey", ["SoftAuthenticator", "VirtualKey", "WebAuthnClient", "ToqueTestSupport"]),
        tests("OpenSSHSecurityKeyProvider", ["COpenSSH"]),
        tests("SoftAuthenticator", ["RelyingParty", "ToqueTestSupport"]),
        tests("CredentialStore", ["ToqueFiles"]),
        tests("WebAuthnClient"),
        tests("Inspector", ["ToqueTestSupport"]),
        tests("TestVectors", ["ToqueTestSupport"]),
        tests("VirtualKey", ["CLibFIDO2", "CredentialStore", "SecurityKey", "SoftAuthenticator", "ToqueTestSupport"]),
        tests("PixAPI", ["ToqueTestSupport"], exclude: ["Golden"]),
        tests(
            "Sandbox",
            [
                httpTypes, nio("NIOCore"), nio("NIOPosix"), nioSSL,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"), "ToqueTestSupport",
            ]),
        tests("SandboxKit", ["Sandbox", "ToqueEncoding"]),
        tests("BiometricPixSDK", ["SecurityKey", "VirtualKey"]),
        tests("BiometricPixFlow", ["PixSimulator"]),
        tests(
            "PixSimulator",
            [
                "SandboxKit", "SoftAuthenticator", "TestVectors", "ToqueTestSupport", "WebAuthnClient",
                nio("NIOCore"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        tests("toque"),
    ]
)
