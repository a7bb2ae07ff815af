import { Button } from '@mantine/core'
import { IconCloudOff, IconRefreshAlert } from '@tabler/icons-react'
import { i18n } from '../i18n'
import { useT } from '../texts'
import classes from './data-table.module.css'
import type { Stale } from './types'

/** Shows the time of the rows if they could not be refreshed. */
export function StaleRows({ old, onRetry }: { old: Stale; onRetry: (() => void) | undefined }) {
  const t = useT()
  const Icon = old.reason === 'failed' ? IconRefreshAlert : IconCloudOff
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{t(`table.old.${old.reason}`, { time: formatSince(old.since) })}</span>
      {old.reason === 'failed' && onRetry && (
        <Button variant="subtle" size="compact-sm" className={classes.retry} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </>
  )
}

function formatSince(since: number): string {
  const isToday = new Date(since).toDateString() === new Date().toDateString()
  return new Date(since).toLocaleString(i18n.language, {
    ...(!isToday && { dateStyle: 'medium' as const }),
    timeStyle: 'short',
  })
}
