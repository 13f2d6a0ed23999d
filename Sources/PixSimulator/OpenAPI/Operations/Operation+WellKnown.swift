import SandboxKit

extension Operation {
    static let wellKnown = [
        Operation(
            method: .get, path: ".well-known/\(WellKnownFiles.Document.siteAssociation.rawValue)",
            id: "showSiteAssociation",
            tag: .relyingParty, summary: "Show which iOS apps may use the domain's credentials",
            answers: [.shown(.siteAssociation, "The file in the folder of --wellknown, as it is")],
            refusals: [.notFound("There is no such file.")]),
        Operation(
            method: .get, path: ".well-known/\(WellKnownFiles.Document.android.rawValue)", id: "showAssetLinks",
            tag: .relyingParty, summary: "Show which Android apps may use the domain's credentials",
            answers: [.shown(.assetLinks, "The file in the folder of --wellknown, as it is")],
            refusals: [.notFound("There is no such file.")]),
    ]
}
