resource "frontegg_permission_category" "c" {
  name        = "Deploys @N@"
  description = "About deploys"
}
resource "frontegg_permission" "p" {
  name        = "Deploy"
  key         = "acme.deploy-@N@"
  description = "May deploy"
  category_id = frontegg_permission_category.c.id
}
data "frontegg_permission" "read_users" {
  key = "fe.secure.read.users"
}
resource "frontegg_role" "r" {
  name           = "Deployer"
  key            = "deployer-@N@"
  description    = "Deploys @N@"
  level          = 5
  default        = false
  permission_ids = [frontegg_permission.p.id, data.frontegg_permission.read_users.id]
}
# Afterwards.
resource "frontegg_permission_category" "c" {
  name        = "Deploys 2"
  description = "About deploys"
}
resource "frontegg_permission" "p" {
  name        = "Deploy now"
  key         = "acme.deploy-@N@"
  description = "May deploy"
  category_id = frontegg_permission_category.c.id
}
resource "frontegg_role" "r" {
  name           = "Deployer 2"
  key            = "deployer-@N@"
  description    = "Deploys @N@"
  level          = 6
  default        = false
  permission_ids = [frontegg_permission.p.id]
}
