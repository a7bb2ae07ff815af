resource "frontegg_redirect_uri" "shop" {
  redirect_uri = "https://shop.umbrella.example/oauth/callback"
}
# Afterwards.
resource "frontegg_redirect_uri" "shop" {
  redirect_uri = "https://store.umbrella.example/oauth/callback"
}
