resource "frontegg_workspace" "umbrella" {
  name                = "Umbrella"
  country             = "CH"
  backend_stack       = "Python"
  frontend_stack      = "Vue"
  open_saas_installed = false
  frontegg_domain     = "umbrella.frontegg.com"
  allowed_origins     = ["https://app.umbrella.example", "http://localhost:3000"]

  mfa_policy {
    allow_remember_device = true
    device_expiration     = 86400
    enforce               = "unless-saml"
  }
  mfa_authentication_app {
    service_name = "Umbrella ID"
  }
  lockout_policy {
    max_attempts = 7
  }
  password_policy {
    allow_passphrases = true
    min_length        = 16
    max_length        = 256
    min_tests         = 0
    min_phrase_length = 16
    history           = 3
  }
  captcha_policy {
    site_key       = "site"
    secret_key     = "from-the-provider"
    min_score      = 0.5
    ignored_emails = ["monitor@umbrella.example"]
  }
  hosted_login {
    allowed_redirect_urls = ["https://app.umbrella.example/oauth/callback"]
  }
  saml {
    acs_url      = "https://id.umbrella.example/auth/saml/callback"
    sp_entity_id = "umbrella"
    redirect_url = "https://app.umbrella.example/account/saml/callback"
  }
  oidc {
    redirect_url = "https://app.umbrella.example/account/oidc/callback"
  }
  sso_multi_tenant_policy {
    unspecified_tenant_strategy = "FIRST_CREATED"
    use_active_tenant           = true
  }
}
# Afterwards.
resource "frontegg_workspace" "umbrella" {
  name                = "Umbrella"
  country             = "DE"
  backend_stack       = "Node"
  frontend_stack      = "React"
  open_saas_installed = true
  frontegg_domain     = "umbrella.us.frontegg.com"
  allowed_origins     = ["https://app.umbrella.example"]

  mfa_policy {
    allow_remember_device = false
    device_expiration     = 3600
    enforce               = "off"
  }
  mfa_authentication_app {
    service_name = "Umbrella"
  }
  password_policy {
    allow_passphrases = true
    min_length        = 20
    max_length        = 256
    min_tests         = 0
    min_phrase_length = 20
    history           = 0
  }
  hosted_login {
    allowed_redirect_urls = [
      "https://app.umbrella.example/oauth/callback",
      "https://app.umbrella.example/other",
    ]
  }
  oidc {
    redirect_url = "https://app.umbrella.example/other"
  }
}
