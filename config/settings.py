"""Settings from the environment, with defaults that run on one machine with nothing installed.

docs/reference/settings.md lists every variable. Two switch the larger installation on:
DATABASE_URL (PostgreSQL) and REDIS_URL (a Redis or Valkey of one's own).
"""

from __future__ import annotations

import os

import dj_database_url
import redis
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

from heritage.network import LocalHosts

from . import environment as env

BASE_DIR = env.BASE
VAR_DIR = env.var_dir()

DEBUG = env.flag("DEBUG")
SECRET_KEY = env.secret_key()

# --- addresses -----------------------------------------------------------------------------------
CSRF_FAILURE_VIEW = "config.views.csrf_failure"
# Without SITE_URL the site speaks plain HTTP to the phones on its own network, so cookies must not
# be Secure there; with an https address they must.
SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or LocalHosts(["localhost", "127.0.0.1", "[::1]"])
if SITE_URL:
    ALLOWED_HOSTS.append(SITE_URL.split("://", 1)[-1].split("/")[0].rsplit(":", 1)[0])
CSRF_TRUSTED_ORIGINS = [*env.words("CSRF_TRUSTED_ORIGINS"), *([SITE_URL] if SITE_URL else [])]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
# How many proxies of our own append to X-Forwarded-For; 0 trusts the socket only.
TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES", "0"))

# --- applications --------------------------------------------------------------------------------
INSTALLED_APPS = [
    "config",
    "classrooms",
    "games",
    "quizzes",
    "players",
    "live",
    "heritage",
    "config.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "import_export",
    "simple_history",
    "axes",
    "csp",
]

MIDDLEWARE = [
    "config.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.LanguageMiddleware",
    "config.middleware.ReadableMiddleware",
    "config.middleware.NoNulMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "players.middleware.PlayerMiddleware",
    "players.middleware.PrivatePagesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
            "builtins": ["django.templatetags.i18n", "heritage.templatetags.look"],
        },
    }
]

# --- data ----------------------------------------------------------------------------------------
DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{VAR_DIR / 'site.sqlite3'}", conn_max_age=60, conn_health_checks=True
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # SQLite has one writer: IMMEDIATE makes a transaction queue for it at its start instead of
    # failing in the middle; WAL lets readers go on meanwhile.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 5,
        "transaction_mode": "IMMEDIATE",
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; "
            "PRAGMA cache_size=-16000; PRAGMA journal_size_limit=27000000;"
        ),
    }
    # A file even in tests: server and worker processes of an end-to-end test share it.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.redis_url()
# Lets two sites, or two test runs, share one Redis without hearing each other.
REDIS_PREFIX = os.environ.get("REDIS_PREFIX", "rr")
CACHES = {
    "default": {
        "BACKEND": "config.cache.Cache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
        # By default redis-py tries again for seconds, and the process has one page thread. Once, at
        # once: the connection may be of before Redis was restarted.
        "OPTIONS": {
            "socket_timeout": 2,
            "socket_connect_timeout": 1,
            "retry": Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
        },
    }
}
CELERY_BROKER_URL = CELERY_RESULT_BACKEND = env.celery_url(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{REDIS_PREFIX}:celery:"}
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"global_keyprefix": f"{REDIS_PREFIX}:celery:"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_EXPIRES = 3600
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_ROUTES = {
    "classrooms.tasks.close_round": {"queue": "live"},
    **{f"games.tasks.{name}": {"queue": "judge"} for name in ("judge", "foresee")},
    **{
        f"games.tasks.{name}": {"queue": "bots"}
        for name in ("bot_move", "hurry", "expire", "resolve", "sweep", "look")
    },
}

# --- people --------------------------------------------------------------------------------------
AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "players.backends.NameOrEmailBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGOUT_REDIRECT_URL = "home"
AXES_HANDLER = "axes.handlers.cache.AxesCacheHandler"
# A whole school shares one address: only the pair of name and address is locked.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_USERNAME_CALLABLE = "players.backends.counted_name"
AXES_CLIENT_IP_CALLABLE = "players.addresses.client_address"
AXES_VERBOSE = False
# Attempts are counted in the cache: the tables behind these admin pages stay empty.
AXES_ENABLE_ADMIN = False

# --- languages -----------------------------------------------------------------------------------
LANGUAGE_CODE = "vi"
LANGUAGES = [("vi", _("Vietnamese")), ("en", _("English"))]
LANGUAGE_COOKIE_NAME = "lang"
LANGUAGE_COOKIE_AGE = 31_536_000
# One catalogue an app, so that each can be read whole beside its code.
LOCALE_PATHS = [
    BASE_DIR / "locale" / app
    for app in ("config", "classrooms", "games", "quizzes", "players", "live", "heritage", "lib")
]
USE_I18N = True
TIME_ZONE = CELERY_TIMEZONE = "Asia/Ho_Chi_Minh"
USE_TZ = True
FORMAT_MODULE_PATH = ["config.formats"]
# Years and numbers of rows are no amounts: `|number` groups what is one.
USE_THOUSAND_SEPARATOR = False

# --- files ---------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
# `manage.py build_assets` puts what is made at set-up (font subsets) there.
BUILD_DIR = VAR_DIR / "build"
STATICFILES_DIRS = [BASE_DIR / "static", BUILD_DIR]
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Sheets to print: fetched through a page, never by an address of their own.
    "private": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": VAR_DIR / "private"},
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.storage.StaticStorage"
    },
}
WHITENOISE_MAX_AGE = 3600
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
IMPORT_EXPORT_SKIP_ADMIN_CONFIRM = False

# --- what a browser may load ---------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# --- API -----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "config.api.Pages",
    "PAGE_SIZE": 20,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["config.api.Throttle"],
    "EXCEPTION_HANDLER": "config.api.on_error",
    # The framework's HTML pages carry style attributes; /api/v1/docs/ is the browsable page.
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Rạng Rỡ API",
    "DESCRIPTION": "Peoples, provinces, decks, leaderboards and a teacher's own sessions.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "NameKind": "heritage.models.GroupName.Kind",
        "PlaceKind": "heritage.models.Province.Kind",
        "ListingKind": "heritage.models.HeritageListing.Kind",
    },
}

# --- logs ----------------------------------------------------------------------------------------
LOGGING_CONFIG = "config.logs.configure"
LOGGING = {"level": os.environ.get("LOG_LEVEL", "INFO"), "json": env.flag("LOG_JSON")}

# --- lessons -------------------------------------------------------------------------------------
# How long a lesson may stand without its host before it is closed and saved, and at most.
SESSION_UNATTENDED_MINUTES = 30
SESSION_MAX_HOURS = 12
# On the podium nothing is left to play: a forgotten tab closes sooner.
SESSION_PODIUM_MINUTES = 5
# Nicknames are children's data: gone after this many days, the counts stay.
NICKNAME_DAYS = 30

if DEBUG:
    INTERNAL_IPS = ["127.0.0.1"]
