import { Link } from '@gatehouse/admin-portal/kit'
import { type Column, StatusBadge, timeColumn } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Discrepancy } from '../wire'
import { useT } from './discrepancies.texts'
import { SideDetails } from './side-details'

export function useColumns(): Column<Discrepancy>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'kind', header: t('columns.kind'), cell: (one) => <What difference={one} /> },
      { id: 'tenant', header: t('columns.tenant'), cell: (one) => <Whose difference={one} /> },
      {
        id: 'provider',
        header: t('columns.provider'),
        cell: ({ provider, kept }) => <SideDetails side={provider} other={kept} />,
      },
      {
        id: 'kept',
        header: t('columns.kept'),
        cell: ({ provider, kept }) => <SideDetails side={kept} other={provider} />,
      },
      timeColumn('since', t('columns.since'), ({ foundAt }) => foundAt, { sortable: false }),
    ],
    [t],
  )
}

function What({ difference: { kind, subscriptionId, note, notedBy, resolution, resolvedBy } }: WhatProps) {
  const t = useT()
  const tone = resolution ? 'success' : note ? 'neutral' : 'danger'
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={tone}>{t(`kind.${kind}`)}</StatusBadge>
      <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {subscriptionId}
      </Text>
      {note && (
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('noted', { who: notedBy ?? '', note })}
        </Text>
      )}
      {resolution && (
        <Text span size="sm">
          {t(`resolution.${resolution}`, { who: resolvedBy ?? '' })}
        </Text>
      )}
    </Stack>
  )
}

function Whose({ difference: { tenantId, tenantName, fingerprint, licenseName } }: WhatProps) {
  const t = useT()
  return (
    <Stack gap={2}>
      <Link to="/tenants/$id" params={{ id: tenantId }}>
        {tenantName}
      </Link>
      {fingerprint && (
        <Link to={`/licenses/all/${fingerprint}`}>{t('license', { name: licenseName ?? fingerprint })}</Link>
      )}
    </Stack>
  )
}

interface WhatProps {
  readonly difference: Discrepancy
}
