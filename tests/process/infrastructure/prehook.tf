resource "frontegg_prehook" "test" {
  enabled     = true
  name        = "Who may sign up"
  description = "Asks our waiting list"
  url         = "https://hooks.example.com/prehooks"
  secret      = "example-sekret"
  events      = ["SIGN_UP"]
  fail_method = "CLOSE"
}

resource "frontegg_prehook" "invitations" {
  enabled     = false
  name        = "Seats"
  description = "Asks how many seats there are"
  url         = "https://hooks.example.com/seats"
  secret      = "another-sekret"
  events      = ["USER_INVITE"]
  fail_method = "OPEN"
}

# Afterwards.
resource "frontegg_prehook" "test" {
  enabled     = false
  name        = "Who may come in"
  description = "Asks our waiting list and our billing"
  url         = "https://hooks.example.com/people"
  secret      = "rotated-sekret"
  events      = ["SIGN_UP", "SIGN_IN"]
  fail_method = "OPEN"
}
