import { type Column, RelativeTime } from '@gatehouse/ui'
import { useMemo } from 'react'
import { LicenseEnd } from './license-end'
import { LicenseState } from './license-state'
import type { LicenseRow } from './licenses.queries'
import { useT } from './licenses.texts'

export function useColumns(): Column<LicenseRow>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), sortable: true, cell: ({ name }) => name },
      { id: 'tenant', header: t('columns.tenant'), cell: ({ tenantName }) => tenantName },
      { id: 'state', header: t('columns.state'), cell: (license) => <LicenseState state={license.state} /> },
      {
        id: 'seats',
        header: t('columns.seats'),
        align: 'end',
        cell: ({ usedSeats, maxSeats }) => t('seats', { used: String(usedSeats), all: String(maxSeats) }),
      },
      { id: 'source', header: t('columns.source'), cell: ({ source }) => t(`source.${source}`) },
      {
        id: 'validTo',
        header: t('columns.validTo'),
        sortable: true,
        cell: (license) => <LicenseEnd license={license} focusable={false} />,
      },
      { id: 'reference', header: t('columns.reference'), hidden: true, cell: ({ reference }) => reference ?? '' },
      {
        id: 'createdAt',
        header: t('columns.createdAt'),
        sortable: true,
        hidden: true,
        cell: ({ createdAt }) => <RelativeTime value={createdAt} focusable={false} />,
      },
    ],
    [t],
  )
}
