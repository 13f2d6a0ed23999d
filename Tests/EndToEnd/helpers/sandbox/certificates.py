"""Certificates of a server on this machine."""

import subprocess


def self_signed(folder, name="IP:127.0.0.1"):
    """Makes a self-signed certificate of 127.0.0.1 or of another name, and its key."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", f"subjectAltName={name}", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )
    key.chmod(0o600)
    return certificate, key
