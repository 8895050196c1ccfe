"""Send mails one by one, and turn failures into refusals."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.core.mail import EmailMessage, get_connection

from chancery.web.base.refusals import NoMailbox, NoMailServer

log = logging.getLogger("chancery.web.mails")
FOR_GOOD = 500  # SMTP codes from here on are permanent


@contextmanager
def server() -> Iterator[Any]:
    """Open a connection to our mail server; raises `NoMailServer`.

    Errors on closing it are ignored: the mail is accepted by then.
    """
    connection = get_connection()
    try:
        try:
            connection.open()
        except OSError as error:  # exceptions of smtplib are OSErrors
            raise _reported(error) from None
        yield connection
    finally:
        with suppress(OSError):
            connection.close()


def send(address: str, subject: str, body: str, headers: Mapping[str, str] | None = None) -> None:
    """Send a mail; raises an `Undelivered`."""
    with server() as connection:
        send_by(connection, address, subject, body, headers)


def send_by(
    connection: Any,
    address: str,
    subject: str,
    body: str,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Send a mail by a server that is connected already."""
    all_headers = {"Auto-Submitted": "auto-generated", **(headers or {})}
    mail = EmailMessage(subject, body, None, [address], headers=all_headers, connection=connection)
    try:
        mail.send()
    except SMTPRecipientsRefused as error:
        if all(code >= FOR_GOOD for code, _ in error.recipients.values()):
            raise NoMailbox(address=address) from None
        raise _reported(error) from None
    except OSError as error:
        raise _reported(error) from None


def _reported(error: Exception) -> NoMailServer:
    """Log the failure, without addresses, and return the refusal for the user."""
    log.warning("the mail server does not take a mail: %s", type(error).__name__)
    return NoMailServer()
