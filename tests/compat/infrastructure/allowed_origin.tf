resource "frontegg_allowed_origin" "shop" {
  allowed_origin = "https://shop.umbrella.example"
}
#### UPDATE
resource "frontegg_allowed_origin" "shop" {
  allowed_origin = "https://store.umbrella.example"
}
