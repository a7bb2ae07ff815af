-- depends: 0211.people_everywhere
-- transactional: false
-- Which of ten thousand accounts are large: without it the counts of all of them are read for each page of their
-- people. Written only when counts are folded, and only for accounts with more than a few people.
drop index concurrently if exists roster_counts_of_large;
create index concurrently roster_counts_of_large on roster_counts (tenant_id) include (people) where people > 20;
