resource "frontegg_tenant" "t" {
  name              = "Terra"
  key               = "example-tenant-id-@N@"
  application_uri   = "https://terra.example.com"
  selected_metadata = { a = "b" }
}
data "frontegg_permission" "read_users" {
  key = "fe.secure.read.users"
}
resource "frontegg_role" "v" {
  name           = "Terra role of all @N@"
  key            = "terra-role-all-@N@"
  description    = "d"
  default        = false
  level          = 5
  permission_ids = [data.frontegg_permission.read_users.id]
}
resource "frontegg_role" "own" {
  name           = "Terra's own"
  key            = "terra-own"
  description    = "d"
  default        = false
  level          = 5
  tenant_id      = frontegg_tenant.t.key
  permission_ids = [data.frontegg_permission.read_users.id]
}
resource "frontegg_user" "u" {
  email                = "terra-@N@@example.com"
  password             = "correct-horse-battery-7"
  tenant_id            = frontegg_tenant.t.key
  role_ids             = [frontegg_role.v.id]
  skip_invite_email    = true
  automatically_verify = true
}
resource "frontegg_tenant_api_token" "k" {
  tenant_id          = frontegg_tenant.t.key
  description        = "CI"
  role_ids           = [frontegg_role.v.id]
  expires_in_minutes = 43200
  metadata           = jsonencode({ service = "ci" })
}
resource "frontegg_tenant_mfa_policy" "m" {
  tenant_id                = frontegg_tenant.t.key
  enforce_mfa_type         = "on"
  allow_remember_my_device = true
  mfa_device_expiration    = 604800
}
resource "frontegg_application" "a" {
  name           = "Terra app"
  app_url        = "https://app.example.com"
  login_url      = "https://app.example.com/login"
  access_type    = "FREE_ACCESS"
  is_default     = false
  is_active      = true
  type           = "web"
  frontend_stack = "react"
}
resource "frontegg_application_tenant_assignment" "at" {
  app_id    = frontegg_application.a.id
  tenant_id = frontegg_tenant.t.key
}
resource "frontegg_feature" "f" {
  key  = "terra-feature-@N@"
  name = "Terra feature @N@"
  permissions {
    permission_key = "fe.secure.read.users"
    permission_id  = data.frontegg_permission.read_users.id
  }
}
resource "frontegg_plan" "p" {
  name              = "Terra plan @N@"
  description       = "d"
  default_treatment = "true"
  assign_on_signup  = false
}
resource "frontegg_plan_feature" "pf" {
  plan_id     = frontegg_plan.p.id
  feature_ids = [frontegg_feature.f.id]
}
resource "frontegg_entitlement" "e" {
  entitlement {
    plan_id   = frontegg_plan.p.id
    tenant_id = frontegg_tenant.t.key
  }
  entitlement {
    plan_id         = frontegg_plan.p.id
    tenant_id       = frontegg_tenant.t.key
    user_id         = frontegg_user.u.id
    expiration_date = "2030-01-01T00:00:00Z"
  }
}
data "frontegg_plan" "again" {
  name = frontegg_plan.p.name
}
data "frontegg_entitlements" "all" {
  depends_on = [frontegg_entitlement.e]
}
resource "frontegg_jwt_template" "j" {
  key         = "terra-template-@N@"
  name        = "Terra template"
  description = "d"
  expiration  = 3600
  algorithm   = "RS256"
  claims = {
    iss   = "{{iss}}"
    sub   = "{{sub}}"
    aud   = "{{clientId}}"
    exp   = "{{exp}}"
    iat   = "{{iat}}"
    email = "{{user.email}}"
  }
}
resource "frontegg_jwt_template_targeting" "d" {
  rule {
    condition_logic = "and"
    treatment       = frontegg_jwt_template.j.key
    condition {
      attribute = "tenantId"
      op        = "in_list"
      values    = [frontegg_tenant.t.key]
      negate    = false
    }
  }
}
# Afterwards.
resource "frontegg_tenant" "t" {
  name              = "Terra 2"
  key               = "example-tenant-id-@N@"
  application_uri   = "https://terra.example.com"
  selected_metadata = { c = "d" }
}
data "frontegg_permission" "read_users" {
  key = "fe.secure.read.users"
}
resource "frontegg_role" "v" {
  name           = "Terra role of all @N@"
  key            = "terra-role-all-@N@"
  description    = "d"
  default        = false
  level          = 6
  permission_ids = [data.frontegg_permission.read_users.id]
}
resource "frontegg_role" "own" {
  name           = "Terra's own"
  key            = "terra-own"
  description    = "d"
  default        = false
  level          = 6
  tenant_id      = frontegg_tenant.t.key
  permission_ids = [data.frontegg_permission.read_users.id]
}
resource "frontegg_user" "u" {
  email                = "terra2-@N@@example.com"
  password             = "correct-horse-battery-8"
  tenant_id            = frontegg_tenant.t.key
  role_ids             = [frontegg_role.v.id, frontegg_role.own.id]
  skip_invite_email    = true
  automatically_verify = true
}
resource "frontegg_tenant_api_token" "k" {
  tenant_id          = frontegg_tenant.t.key
  description        = "CI 2"
  role_ids           = [frontegg_role.v.id]
  expires_in_minutes = 43200
  metadata           = jsonencode({ service = "ci" })
}
resource "frontegg_tenant_mfa_policy" "m" {
  tenant_id                = frontegg_tenant.t.key
  enforce_mfa_type         = "off"
  allow_remember_my_device = true
  mfa_device_expiration    = 604800
}
resource "frontegg_application" "a" {
  name           = "Terra app"
  app_url        = "https://app2.example.com"
  login_url      = "https://app.example.com/login"
  access_type    = "FREE_ACCESS"
  is_default     = false
  is_active      = true
  type           = "web"
  frontend_stack = "react"
}
resource "frontegg_application_tenant_assignment" "at" {
  app_id    = frontegg_application.a.id
  tenant_id = frontegg_tenant.t.key
}
resource "frontegg_feature" "f" {
  key  = "terra-feature-@N@"
  name = "Terra feature two @N@"
  permissions {
    permission_key = "fe.secure.read.users"
    permission_id  = data.frontegg_permission.read_users.id
  }
}
resource "frontegg_plan" "p" {
  name              = "Terra plan two @N@"
  description       = "d"
  default_treatment = "true"
  assign_on_signup  = false
}
resource "frontegg_plan_feature" "pf" {
  plan_id     = frontegg_plan.p.id
  feature_ids = [frontegg_feature.f.id]
}
resource "frontegg_entitlement" "e" {
  entitlement {
    plan_id   = frontegg_plan.p.id
    tenant_id = frontegg_tenant.t.key
  }
  entitlement {
    plan_id         = frontegg_plan.p.id
    tenant_id       = frontegg_tenant.t.key
    user_id         = frontegg_user.u.id
    expiration_date = "2031-01-01T00:00:00Z"
  }
}
data "frontegg_plan" "again" {
  name = frontegg_plan.p.name
}
data "frontegg_entitlements" "all" {
  depends_on = [frontegg_entitlement.e]
}
resource "frontegg_jwt_template" "j" {
  key         = "terra-template-@N@"
  name        = "Terra template"
  description = "d"
  expiration  = 3600
  algorithm   = "RS256"
  claims = {
    iss     = "{{iss}}"
    sub     = "{{sub}}"
    aud     = "{{clientId}}"
    exp     = "{{exp}}"
    iat     = "{{iat}}"
    email   = "{{user.email}}"
    segment = "gold"
  }
}
resource "frontegg_jwt_template_targeting" "d" {
  rule {
    condition_logic = "and"
    treatment       = frontegg_jwt_template.j.key
    condition {
      attribute = "tenantId"
      op        = "in_list"
      values    = [frontegg_tenant.t.key]
      negate    = true
    }
  }
}
