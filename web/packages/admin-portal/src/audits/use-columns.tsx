import { useApi } from '@gatehouse/react'
import type { Column } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { descriptionOf } from '../shared/description-of'
import classes from './audits.module.css'
import { type AuditRow, COLUMNS, shownColumnsQuery } from './audits.queries'
import { useT } from './audits.texts'
import { exactTime } from './exact-time'
import { SeverityBadge } from './severity-badge'
import { useDeviceName } from './use-device-name'

/** In the order of the spec (§2). Which of them there are, the vendor may say; the widest wait to be asked for. */
export function useColumns(): Column<AuditRow>[] {
  const t = useT()
  const deviceName = useDeviceName()
  const { data: shown = COLUMNS } = useQuery(shownColumnsQuery(useApi()))
  return useMemo(() => {
    const columns: Column<AuditRow>[] = [
      {
        id: 'createdAt',
        header: t('columns.createdAt'),
        sortable: true,
        cell: ({ createdAt }) => <span className={classes.time}>{exactTime(createdAt)}</span>,
      },
      {
        id: 'email',
        header: t('columns.email'),
        sortable: true,
        cell: ({ email }) => (
          <span className={classes.user} title={email}>
            {email || t('system')}
          </span>
        ),
      },
      {
        id: 'action',
        header: t('columns.action'),
        sortable: true,
        cell: ({ action }) => <code className={classes.code}>{action}</code>,
      },
      {
        id: 'description',
        header: t('columns.description'),
        sortable: true,
        wrap: true,
        cell: descriptionOf,
      },
      { id: 'ip', header: t('columns.ip'), sortable: true, cell: ({ ip }) => ip },
      {
        id: 'severity',
        header: t('columns.severity'),
        sortable: true,
        cell: ({ severity }) => <SeverityBadge severity={severity} />,
      },
      {
        id: 'userAgent',
        header: t('columns.userAgent'),
        sortable: true,
        hidden: true,
        cell: ({ userAgent }) => <span title={userAgent ?? undefined}>{deviceName(userAgent)}</span>,
      },
      {
        id: 'json',
        header: t('columns.json'),
        hidden: true,
        cell: ({ json }) => <code className={classes.json}>{JSON.stringify(json)}</code>,
      },
    ]
    return columns.filter(({ id }, place) => place === 0 || shown.includes(id))
  }, [t, deviceName, shown])
}
