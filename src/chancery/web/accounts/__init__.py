"""Accounts: join, enter, settings, profiles, ratings, and how somebody is forgotten.

The backend stands here because every session that is open names it by this path.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from chancery.web.accounts import password_tries
from chancery.web.people.models import Account


class ByNameOrMail(ModelBackend):
    """Enter by name, however it is spelled, or by a mail address that was confirmed."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **named: Any,
    ) -> Account | None:
        """The account, if the password is right."""
        account = password_tries.meant(username or "")
        if account is None or password is None:
            Account().set_password(password)  # takes as long as a wrong password
            return None
        right = account.check_password(password) and self.user_can_authenticate(account)
        return account if right else None

    def get_user(self, user_id: int) -> Account | None:
        """Who is logged in; one query for account and visitor."""
        account = Account.objects.select_related("visitor").filter(pk=user_id).first()
        return account if account and self.user_can_authenticate(account) else None
