from datetime import timedelta

from gatehouse.kit.purge import declare_purge

KEPT_FOR = timedelta(days=7)
# What came of asking, after a week.
declare_purge(
    "prehook_calls", KEPT_FOR, column="created_at", job="prehooks.forget_calls", cron="41 * * * *"
)
