"""The certificate of this machine's tables: self-signed, made at first use, recognized by its fingerprint."""

from __future__ import annotations

import datetime
import hashlib
import ssl
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from game.storage.files import make_private_folder, refuse_os_errors, write_file

CERTIFICATE_FILE: Final = "host.pem"
COMMON_NAME: Final = "Tavolo Verde"
VALID_FROM: Final = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
VALID_UNTIL: Final = datetime.datetime(2120, 1, 1, tzinfo=datetime.UTC)
"""Guests compare the fingerprint and no dates, so a wrong clock does no harm."""


def load_server_context(folder: Path) -> tuple[ssl.SSLContext, bytes]:
    """Return the TLS context of the host and the fingerprint of its certificate, which is made if it is missing.

    Key and certificate are in one file in ``folder``, readable only by this user. Raise StorageError.
    """
    path = folder / CERTIFICATE_FILE
    with refuse_os_errors(path):
        make_private_folder(folder)
        if not path.exists():
            write_file(path, make_certificate(), is_private=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.load_cert_chain(path)
        pem = path.read_text(encoding="ascii")
    certificate = x509.load_pem_x509_certificate(pem.encode("ascii"))
    return context, compute_fingerprint(certificate.public_bytes(serialization.Encoding.DER))


def make_certificate() -> bytes:
    """Return a new private key and its self-signed certificate (PEM)."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, COMMON_NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(VALID_FROM)
        .not_valid_after(VALID_UNTIL)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + certificate.public_bytes(serialization.Encoding.PEM)


def make_client_context() -> ssl.SSLContext:
    """Return the TLS context of a guest, which checks no authority: it compares the fingerprint."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def compute_fingerprint(certificate: bytes) -> bytes:
    """Return the SHA-256 of a certificate (DER)."""
    return hashlib.sha256(certificate).digest()
