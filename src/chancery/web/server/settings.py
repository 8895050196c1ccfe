"""Settings of the site, from environment variables, with defaults for a local machine.

`CHANCERY_HOME` is the folder of database and secret key, `DATABASE_URL` another database
(postgres://user:password@host:port/name), `CHANCERY_HOSTS` the host names of the site,
`CHANCERY_URL` its public address, with which links in notices begin.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import django
from django.core.exceptions import ImproperlyConfigured

SHARE = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
HOME = Path(os.environ.get("CHANCERY_HOME") or SHARE / "chancery" / "site")
HOME.mkdir(mode=0o700, parents=True, exist_ok=True)  # it contains all secrets
STATIC_ROOT = HOME / "static"
STATIC_ROOT.mkdir(exist_ok=True)


def _secret_key() -> str:
    """Return the secret key of the site, created on first use and readable by its owner only."""
    path = HOME / "secret-key"
    if not path.exists():
        draft = HOME / f"secret-key-{secrets.token_hex(8)}"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
        with suppress(FileExistsError):  # another process was quicker: use its key
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()


def _database() -> dict[str, Any]:
    url = os.environ.get("DATABASE_URL")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(HOME / "site.sqlite3"),
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 3,  # seconds that writers wait, see writer.py
                # the journal is checkpointed by the bots' process: see worker.tidy
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                " PRAGMA wal_autocheckpoint=20000;",
            },
        }
    named = _libpq_options(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": named.pop("dbname", ""),
        "USER": named.pop("user", ""),
        "PASSWORD": named.pop("password", ""),
        "HOST": named.pop("host", ""),
        "PORT": named.pop("port", ""),
        "CONN_MAX_AGE": None,  # one for each long-lived thread
        "CONN_HEALTH_CHECKS": True,  # a restart of the database server must not fail requests
        # how often a statement of base/sql.py is sent before it is prepared
        "OPTIONS": {"prepare_threshold": 2, **PATIENCE_WITH_POSTGRESQL, **named},
    }


# libpq's options for a server that has gone silent; DATABASE_URL can set others
PATIENCE_WITH_POSTGRESQL = {
    "connect_timeout": "3",
    "tcp_user_timeout": "5000",
    "keepalives_idle": "10",
    "keepalives_interval": "2",
    "keepalives_count": "3",
}


def _libpq_options(url: str) -> dict[str, Any]:
    """Return what a URL of PostgreSQL says, with every option that libpq has."""
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict
    except ImportError as error:
        raise ImproperlyConfigured(f"PostgreSQL needs more packages ({error})") from error
    try:
        return dict(conninfo_to_dict(url))
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"DATABASE_URL: {str(error).strip()}") from error


def _static_version() -> str:
    """Return a digest of all static files: ours, and by their version those of Django's admin."""
    digest = hashlib.sha256(django.__version__.encode())
    folder = Path(__file__).parent.parent / "static"
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _mail() -> dict[str, Any]:
    """Return the mail server from CHANCERY_MAIL=smtp://user:password@host:587 (smtps:// for
    implicit TLS); without it mails are printed."""
    url = os.environ.get("CHANCERY_MAIL")
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(parts.username),
        "EMAIL_TIMEOUT": 10,
    }


globals().update(_mail())
THINKERS = int(os.environ.get("CHANCERY_THINKERS", "0"))  # processes for bots that search
CHANCERY_URL = os.environ.get("CHANCERY_URL", "http://localhost:8000").rstrip("/")
DEFAULT_FROM_EMAIL = os.environ.get("CHANCERY_MAIL_FROM", "chancery@localhost")
if os.environ.get("CHANCERY_PROXY") == "1":  # a proxy before the site terminates https
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600  # sent over https only
DEBUG = False
SECRET_KEY = os.environ.get("CHANCERY_SECRET_KEY") or _secret_key()
ALLOWED_HOSTS = os.environ.get("CHANCERY_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"  # for dates that are shown
APPEND_SLASH = False
ROOT_URLCONF = "chancery.web.server.urls"
ASGI_APPLICATION = "chancery.web.server.asgi.application"
AUTH_USER_MODEL = "web.Account"
AUTHENTICATION_BACKENDS = ["chancery.web.accounts.ByNameOrMail"]
# memory-hard and without another dependency; older hashes are upgraded at log-in
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if os.environ.get("CHANCERY_HASHER") == "fast":  # for tests only
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATORS}.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600
INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "chancery.web",
]
MIDDLEWARE = [
    "chancery.web.server.middleware.Headers",
    "django.middleware.security.SecurityMiddleware",
    "chancery.web.server.middleware.Compressed",
    "chancery.web.server.static_versions.StaticVersions",
    "chancery.web.server.middleware.Hosts",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "chancery.web.server.middleware.OperatorsMessages",
    "django.middleware.csrf.CsrfViewMiddleware",
    "chancery.web.server.middleware.ErrorResponses",
    "chancery.web.server.middleware.Visitors",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "chancery.web.server.context.common",
            ],
            "builtins": ["chancery.web.templatetags.say"],
        },
    }
]
STATIC_VERSION = _static_version()
STATIC_URL = f"/static/{STATIC_VERSION}/"  # see static_versions.py
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "chancery.web.server.error_responses.csrf_failure"
# for forms and JSON, without files: five times the longest valid request of two hundred actions;
# two million characters of percent-encoding would take 100 MB to parse
DATA_UPLOAD_MAX_MEMORY_SIZE = 200_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"seldom": {"()": "chancery.web.base.failures.Seldom"}},
    "formatters": {
        "lines": {"()": "chancery.web.base.logs.Lines"},
        "json": {"()": "chancery.web.base.logs.JsonLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if os.environ.get("CHANCERY_LOG") == "json" else "lines",
        }
    },
    "loggers": {
        # the sender gets an answer; logs must not grow by what strangers send
        "django.security": {
            "level": "CRITICAL"
        },  # error_responses.py logs a wrong host, in one line
        "uvicorn": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "uvicorn.error": {"filters": ["seldom"]},  # unreadable requests: one line a minute
        "django": {"handlers": ["console"], "level": "ERROR"},
        "chancery": {"handlers": ["console"], "level": "INFO"},
    },
}
