import type { Notifications } from '@gatehouse/react'
import { EmptyState, ErrorState, errorText, toast } from '@gatehouse/ui'
import { Button, Skeleton, Title } from '@mantine/core'
import { NotificationRow } from './notification-row'
import classes from './notifications.module.css'
import { useT } from './notifications.texts'

const showFailure = (change: Promise<void>) => void change.catch((error: unknown) => toast.error(errorText(error)))

interface NotificationListProps {
  readonly of: Notifications
  /** The id that its heading gets: it names the panel. */
  readonly heading: string
}

/** Pinned ones first, then the newest. */
export function NotificationList({ of: notifications, heading }: NotificationListProps) {
  const t = useT()
  const { items, unread, error, hasMore, more, reload, setStatus, setPinned, readAll } = notifications
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h4" id={heading}>
          {t('title')}
        </Title>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => showFailure(readAll())}>
            {t('readAll')}
          </Button>
        )}
      </div>
      {items === undefined && error ? (
        <ErrorState error={error} onRetry={() => void reload()} />
      ) : items?.length === 0 ? (
        <EmptyState title={t('empty')}>{t('emptyHelp')}</EmptyState>
      ) : (
        <ul className={classes.list} aria-busy={!items}>
          {items?.map((one) => (
            <NotificationRow
              key={one.id}
              notification={one}
              onStatus={(status) => showFailure(setStatus(one.id, status))}
              onPinned={(isPinned) => showFailure(setPinned(one.id, isPinned))}
            />
          )) ?? <Skeleton h={72} m={16} />}
        </ul>
      )}
      {hasMore && (
        <Button variant="subtle" fullWidth className={classes.more} onClick={() => void more()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
