import SandboxKit

extension Operation {
    static let enrollmentCeremonies = [
        Operation(
            method: .get, path: "enrollments/{id}/fido-registration-options", id: "showRegistrationOptions",
            tag: .enrollments, summary: "Show the registration options, once the bank has made them",
            answers: [.shown(.registrationOptions, "The options for the device")],
            refusals: [
                .notFound("The registration options are not ready."),
                .invalidStatus("The enrollment is failed."),
            ]),
        Operation(
            method: .post, path: "enrollments/{id}/confirm", id: "confirmEnrollment", tag: .enrollments,
            summary: "Submit the device's new credential",
            about: "The bank judges it later: poll the enrollment.",
            body: .of(.confirmEnrollment), answers: [.accepted("The credential was received")],
            refusals: [
                .required("confirmation_data", "Found nothing, expected an object."),
                .invalid("confirmation_data.rawId", "Found another text, expected the same credential ID as id."),
                .invalidStatus("The enrollment is succeeded; a credential is taken once, after the options."),
                .notFound("There is no such enrollment."),
            ]),
    ]
}
