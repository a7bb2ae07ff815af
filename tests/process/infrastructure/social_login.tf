resource "frontegg_social_login" "google" {
  provider_name = "google"
  client_id     = "umbrella.google.example"
  secret        = "of-google"
  redirect_url  = "https://app.umbrella.example/account/social/success"
}
resource "frontegg_social_login" "microsoft" {
  provider_name     = "microsoft"
  client_id         = "umbrella.microsoft.example"
  secret            = "of-microsoft"
  redirect_url      = "https://app.umbrella.example/account/social/success"
  additional_scopes = ["User.Read"]
}
# Afterwards.
resource "frontegg_social_login" "google" {
  provider_name     = "google"
  client_id         = "another.google.example"
  secret            = "newer"
  redirect_url      = "https://app.umbrella.example/account/social/success"
  additional_scopes = ["calendar"]
}
