variable "tenant_id" {
  type = string
}
resource "frontegg_application" "console" {
  name           = "Umbrella console"
  app_url        = "https://console.umbrella.example"
  login_url      = "https://console.umbrella.example/login"
  logo_url       = "https://console.umbrella.example/logo.png"
  access_type    = "MANAGED_ACCESS"
  frontend_stack = "vue"
  description    = "Where accounts are run"
  metadata = {
    team  = "platform"
    stage = "production"
  }
}
resource "frontegg_application_tenant_assignment" "first" {
  app_id    = frontegg_application.console.id
  tenant_id = var.tenant_id
}
# Afterwards.
variable "tenant_id" {
  type = string
}
resource "frontegg_application" "console" {
  name        = "Umbrella console"
  app_url     = "https://console.umbrella.example/start"
  login_url   = "https://console.umbrella.example/login"
  access_type = "FREE_ACCESS"
  is_active   = false
  logo_url    = "https://console.umbrella.example/logo.png"
  description = "Of before"
  metadata = {
    team = "identity"
  }
}
