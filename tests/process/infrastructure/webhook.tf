resource "frontegg_webhook" "test" {
  enabled     = true
  name        = "Our ERP"
  description = "Hears of every account"
  url         = "https://hooks.example.com/gatehouse"
  secret      = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
  events      = ["frontegg.user.authenticated", "frontegg.tenant.created"]
}

resource "frontegg_webhook" "unnamed" {
  enabled     = false
  description = "Called nothing"
  url         = "https://hooks.example.com/other"
  secret      = "example-secret"
  events      = ["frontegg.user.authenticated"]
}

# Afterwards.
resource "frontegg_webhook" "test" {
  enabled     = false
  name        = "Our warehouse"
  description = "Hears of fewer events"
  url         = "https://hooks.example.com/warehouse"
  secret      = "another-secret"
  events      = ["frontegg.user.signedUp"]
}
