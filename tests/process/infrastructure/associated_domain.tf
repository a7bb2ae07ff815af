resource "frontegg_associated_domain" "phone" {
  platform = "ios"
  app_id   = "ABCDE12345.com.umbrella.phone"
}
resource "frontegg_associated_domain" "tablet" {
  platform     = "android"
  package_name = "com.umbrella.tablet"
  sha256_cert_fingerprints = [
    "00:01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14:15:16:17:18:19:1A:1B:1C:1D:1E:1F",
  ]
}
# Afterwards.
resource "frontegg_associated_domain" "phone" {
  platform = "ios"
  app_id   = "ABCDE12345.com.umbrella.watch"
}
