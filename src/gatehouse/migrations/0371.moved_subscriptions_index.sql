-- depends: 0370.moved_subscriptions
-- transactional: false
-- Licenses that were paid count as such in lists of the vendor.
drop index concurrently if exists licenses_by_moved_subscription;
create index concurrently licenses_by_moved_subscription
  on licenses (moved_subscription_id) where moved_subscription_id is not null;
