"""Accounts: sign-up, log-in, settings, profiles, ratings, privacy and reports.

The authentication backend is defined here because open sessions store its path.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from chancery.web.accounts import password_tries
from chancery.web.identity.models import Account


class ByNameOrMail(ModelBackend):
    """Authenticate by name, however it is spelled, or by a confirmed email address."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **named: Any,
    ) -> Account | None:
        """Return the account if the password is right."""
        account = password_tries.account_for(username or "")
        if account is None or password is None:
            # so that an unknown name takes as long as a wrong password
            Account().set_password(password)
            return None
        right = account.check_password(password) and self.user_can_authenticate(account)
        return account if right else None

    def get_user(self, user_id: int) -> Account | None:
        """Return the account that is logged in, with its visitor in the same query."""
        account = Account.objects.select_related("visitor").filter(pk=user_id).first()
        return account if account and self.user_can_authenticate(account) else None
