resource "frontegg_email_provider" "p" {
  provider_name = "sendgrid"
  secret        = "SG.abcdefghijklmnopqrstuvwxyz"
}
