from django.urls import path

from reports_site import views

urlpatterns = [
    path("health", views.health),
    path("me", views.me),
    path("reports", views.Reports.as_view()),
    path("reports/export", views.export_reports),
]
