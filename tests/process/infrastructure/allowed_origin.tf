resource "frontegg_allowed_origin" "shop" {
  allowed_origin = "https://shop.umbrella.example"
}
# Afterwards.
resource "frontegg_allowed_origin" "shop" {
  allowed_origin = "https://store.umbrella.example"
}
