import SandboxKit

extension Operation {
    static let enrollments = [
        Operation(
            method: .post, path: "enrollments", id: "createEnrollment", tag: .enrollments,
            summary: "Create an enrollment",
            about: "A repeated request creates a second enrollment; find both by external_id.",
            body: .of(.createEnrollment),
            answers: [
                .created(
                    .enrollment, "The enrollment; details.redirect_url is the bank's page",
                    links: [
                        .toObject("showEnrollment"), .toObject("showRegistrationOptions"),
                        .toObject("confirmEnrollment"),
                    ])
            ],
            refusals: [
                .required("details.risk_signals.deviceId", "Found nothing, expected a string."),
                .invalid("details.callback_url", "Expected an https URL, or http on the loopback interface."),
                .invalid("details.customer", "There is no such customer."),
                .invalid("details.institution", "There is no such institution."),
            ],
            takesScenario: true),
        Operation(
            method: .get, path: "enrollments", id: "listEnrollments", tag: .enrollments,
            summary: "List enrollments, newest first",
            list: PixProvider.enrollmentParameters, answers: [.list(.enrollment, "A page of enrollments")]),
        Operation(
            method: .post, path: "enrollments/complete-redirection", id: "completeRedirection", tag: .enrollments,
            summary: "Report what came back on the callback URL",
            about: "After success, send code and id_token; after an error, error and error_description.",
            body: .of(.completeRedirection),
            answers: [.shown(.enrollment, "The enrollment, which an error has made FAILED")],
            refusals: [
                .required("state", "Found nothing, expected a string."),
                .invalid("state", "No redirect of the bank carried this state."),
                .invalid("code", "This is not the code that came with the state."),
                .invalid("id_token", "This is not the ID token that came with the state."),
                .invalidStatus("redirection_succeeded is not possible: the enrollment is succeeded."),
            ]),
        Operation(
            method: .get, path: "enrollments/{id}", id: "showEnrollment", tag: .enrollments,
            summary: "Show an enrollment", answers: [.shown(.enrollment, "The enrollment")],
            refusals: [.notFound("There is no such enrollment.")]),
    ]
}
