import Mustache

/// The templates of `Files/templates`.
enum PageTemplates {
    /// nil only if an embedded template is invalid, which every test of a page would catch.
    static let library: MustacheLibrary? = {
        let sources: [(name: String, bytes: [UInt8])] = [
            ("bank", PackageResources.bank_mustache),
            ("bar", PackageResources.bar_mustache),
            ("bodytext", PackageResources.bodytext_mustache),
            ("bytes", PackageResources.bytes_mustache),
            ("ceremonies", PackageResources.ceremonies_mustache),
            ("ceremony", PackageResources.ceremony_mustache),
            ("command", PackageResources.command_mustache),
            ("copy", PackageResources.copy_mustache),
            ("dashboard", PackageResources.dashboard_mustache),
            ("decision", PackageResources.decision_mustache),
            ("delivery", PackageResources.delivery_mustache),
            ("deliveryrows", PackageResources.deliveryrows_mustache),
            ("eventrows", PackageResources.eventrows_mustache),
            ("events", PackageResources.events_mustache),
            ("fidelity", PackageResources.fidelity_mustache),
            ("file", PackageResources.file_mustache),
            ("formcommand", PackageResources.formcommand_mustache),
            ("inspect", PackageResources.inspect_mustache),
            ("institution", PackageResources.institution_mustache),
            ("layout", PackageResources.layout_mustache),
            ("live", PackageResources.live_mustache),
            ("load_report", PackageResources.load_report_mustache),
            ("message", PackageResources.message_mustache),
            ("notice", PackageResources.notice_mustache),
            ("object", PackageResources.object_mustache),
            ("objects", PackageResources.objects_mustache),
            ("outside", PackageResources.outside_mustache),
            ("overview", PackageResources.overview_mustache),
            ("pager", PackageResources.pager_mustache),
            ("phone", PackageResources.phone_mustache),
            ("phone_head", PackageResources.phone_head_mustache),
            ("phone_log", PackageResources.phone_log_mustache),
            ("phone_options", PackageResources.phone_options_mustache),
            ("phone_problem", PackageResources.phone_problem_mustache),
            ("phone_sheet", PackageResources.phone_sheet_mustache),
            ("phones", PackageResources.phones_mustache),
            ("pytest", PackageResources.pytest_mustache),
            ("refusal", PackageResources.refusal_mustache),
            ("refused", PackageResources.refused_mustache),
            ("request", PackageResources.request_mustache),
            ("requestrows", PackageResources.requestrows_mustache),
            ("requests", PackageResources.requests_mustache),
            ("spans", PackageResources.spans_mustache),
            ("tenantfield", PackageResources.tenantfield_mustache),
            ("time", PackageResources.time_mustache),
            ("timer", PackageResources.timer_mustache),
            ("token", PackageResources.token_mustache),
            ("verdict", PackageResources.verdict_mustache),
            ("webhooks", PackageResources.webhooks_mustache),
            ("welcome", PackageResources.welcome_mustache),
        ]
        var templates: [String: MustacheTemplate] = [:]
        for (name, bytes) in sources {
            guard let template = try? MustacheTemplate(string: String(decoding: bytes, as: UTF8.self)) else {
                return nil
            }
            templates[name] = template
        }
        return MustacheLibrary(templates: templates)
    }()
}
