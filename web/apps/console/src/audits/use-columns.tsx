import { descriptionOf, exactTime, SeverityBadge, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import type { Column } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { tenantNamesQuery } from '../tenants/names.queries'
import type { LogRow } from './audits.queries'
import { useT } from './audits.texts'

/** Includes the names of the tenants in the rows. */
export function useColumns(rows: readonly LogRow[]): Column<LogRow>[] {
  const t = useT()
  const canName = usePermissions()('vendor.read.tenants')
  const ids = [...new Set(rows.flatMap(({ tenantId }) => tenantId ?? []))].sort()
  const { data: names } = useQuery(tenantNamesQuery(useApi(), canName ? ids : []))
  return useMemo(
    () => [
      { id: 'createdAt', header: t('columns.createdAt'), cell: ({ createdAt }) => <Time at={createdAt} /> },
      {
        id: 'tenant',
        header: t('columns.tenant'),
        cell: ({ tenantId }) => (tenantId ? (names?.get(tenantId) ?? <code>{tenantId}</code>) : t('noTenant')),
      },
      { id: 'email', header: t('columns.email'), cell: ({ email }) => email || t('noEmail') },
      { id: 'action', header: t('columns.action'), cell: ({ action }) => <code>{action}</code> },
      { id: 'description', header: t('columns.description'), wrap: true, cell: descriptionOf },
      { id: 'ip', header: t('columns.ip'), hidden: true, cell: ({ ip }) => ip },
      {
        id: 'severity',
        header: t('columns.severity'),
        cell: ({ severity }) => <SeverityBadge severity={severity} />,
      },
    ],
    [t, names],
  )
}

/** Kept on one line, so that rows are easy to compare. */
function Time({ at }: { readonly at: LogRow['createdAt'] }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{exactTime(at)}</span>
}
