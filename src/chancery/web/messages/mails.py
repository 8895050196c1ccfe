"""Mails: one to one person, and what is said when it cannot be sent."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.core.mail import EmailMessage, get_connection

from chancery.web.base.refusals import NoMailbox, NoMailServer

log = logging.getLogger("chancery.web.mails")
FOR_GOOD = 500  # an answer from here on is not about this moment


@contextmanager
def server() -> Iterator[Any]:
    """Our mail server, spoken to; `NoMailServer` if it cannot be.

    What goes wrong when the line is closed is nothing: the mail is on its way by then.
    """
    connection = get_connection()
    try:
        try:
            connection.open()
        except OSError as error:  # those of smtplib are such
            raise _reported(error) from None
        yield connection
    finally:
        with suppress(OSError):
            connection.close()


def send(address: str, subject: str, body: str, headers: Mapping[str, str] | None = None) -> None:
    """Send a mail; an `Undelivered` says why not."""
    with server() as connection:
        send_by(connection, address, subject, body, headers)


def send_by(
    connection: Any,
    address: str,
    subject: str,
    body: str,
    headers: Mapping[str, str] | None = None,
) -> None:
    """The same, by a server that is spoken to already."""
    made = {"Auto-Submitted": "auto-generated", **(headers or {})}
    mail = EmailMessage(subject, body, None, [address], headers=made, connection=connection)
    try:
        mail.send()
    except SMTPRecipientsRefused as error:
        if all(code >= FOR_GOOD for code, _ in error.recipients.values()):
            raise NoMailbox(address=address) from None
        raise _reported(error) from None
    except OSError as error:
        raise _reported(error) from None


def _reported(error: Exception) -> NoMailServer:
    """The sentence for people; what it was is for those who run the house, without addresses."""
    log.warning("the mail server does not take a mail: %s", type(error).__name__)
    return NoMailServer()
