variable "tenant_id" {
  type = string
}
variable "role_id" {
  type = string
}
variable "certificate" {
  type = string
}
resource "frontegg_tenant_saml_config" "company" {
  tenant_id          = var.tenant_id
  sso_endpoint       = "https://idp.umbrella.example/sso"
  public_certificate = var.certificate
}
resource "frontegg_tenant_oidc_config" "partner" {
  tenant_id      = var.tenant_id
  sso_endpoint   = "https://idp.partner.example"
  oidc_client_id = "umbrella"
  oidc_secret    = "of-the-partner"
}
resource "frontegg_tenant_sso_domain" "company" {
  tenant_id     = var.tenant_id
  sso_config_id = frontegg_tenant_saml_config.company.id
  domain        = "umbrella-company.example"
}
resource "frontegg_tenant_sso_domain_validation" "company" {
  tenant_id = var.tenant_id
  domain    = frontegg_tenant_sso_domain.company.domain
  validated = true
}
resource "frontegg_tenant_sso_group_mapping" "engineers" {
  tenant_id     = var.tenant_id
  sso_config_id = frontegg_tenant_saml_config.company.id
  group         = "engineers"
  role_ids      = [var.role_id]
}
resource "frontegg_sso_domain_policy" "all" {
  allow_verified_users_to_add_domains = true
}
# Afterwards.
variable "tenant_id" {
  type = string
}
variable "role_id" {
  type = string
}
variable "certificate" {
  type = string
}
resource "frontegg_tenant_saml_config" "company" {
  tenant_id              = var.tenant_id
  enabled                = false
  sso_endpoint           = "https://idp.umbrella.example/newer"
  public_certificate     = var.certificate
  sign_request           = true
  sp_entity_id           = "urn:umbrella"
  override_active_tenant = true
}
resource "frontegg_tenant_sso_domain" "company" {
  tenant_id     = var.tenant_id
  sso_config_id = frontegg_tenant_saml_config.company.id
  domain        = "umbrella-company.example"
}
resource "frontegg_tenant_sso_domain_validation" "company" {
  tenant_id = var.tenant_id
  domain    = frontegg_tenant_sso_domain.company.domain
  validated = false
}
resource "frontegg_tenant_sso_group_mapping" "engineers" {
  tenant_id     = var.tenant_id
  sso_config_id = frontegg_tenant_saml_config.company.id
  group         = "developers"
  role_ids      = [var.role_id]
}
resource "frontegg_sso_domain_policy" "all" {
  allow_verified_users_to_add_domains = false
}
