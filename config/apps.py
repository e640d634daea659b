from django.apps import AppConfig
from django.contrib.admin import apps as admin


class SiteConfig(AppConfig):
    name = "config"
    verbose_name = "Rạng Rỡ"


class DeskConfig(admin.AdminConfig):
    """Django's admin with our own site object; named in INSTALLED_APPS, never found by itself."""

    default = False
    default_site = "config.admin_site.DeskSite"
