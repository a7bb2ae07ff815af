-- depends: 0042.subscriptions
-- transactional: false
-- Trials whose end nobody was told, reductions without an answer, events that wait.
drop index concurrently if exists licenses_by_trial_end;
create index concurrently licenses_by_trial_end on licenses (valid_to)
  where is_trial and trial_ended_at is null;
drop index concurrently if exists licenses_by_hold;
create index concurrently licenses_by_hold on licenses (held_until) where held_until is not null;
