import { Link, usePermissions } from '@gatehouse/admin-portal/kit'
import { type Column, RelativeTime, StatusBadge, timeColumn } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import type { Connection } from '../wire'
import { useT } from './connections.texts'

const TYPES = ['saml', 'okta', 'azure', 'google', 'oidc'] as const

/** An SSO connection has no name, so its type is shown. */
export function useConnectionName(): (one: Connection) => string {
  const t = useT()
  return useCallback(
    ({ kind, name }) => {
      const type = kind === 'sso' && TYPES.find((one) => one === name)
      return type ? t(`types.${type}`) : name
    },
    [t],
  )
}

export function useColumns(): Column<Connection>[] {
  const t = useT()
  const mayOpen = usePermissions()('vendor.read.events')
  const nameOf = useConnectionName()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), cell: nameOf },
      {
        id: 'tenant',
        header: t('columns.tenant'),
        cell: ({ id, tenantId, tenantName }) =>
          tenantId ? (
            <Link to="/tenants/$id" params={{ id: tenantId }}>
              {tenantName}
            </Link>
          ) : mayOpen ? (
            <Link to={`/webhooks/${id}`}>{t('ownWebhook')}</Link>
          ) : (
            t('ownWebhook')
          ),
      },
      { id: 'kind', header: t('columns.kind'), cell: ({ kind }) => t(`kind.${kind}`) },
      { id: 'state', header: t('columns.state'), cell: (one) => <State connection={one} /> },
      timeColumn('lastSuccess', t('columns.lastSuccess'), ({ lastSuccessAt }) => lastSuccessAt, {
        sortable: false,
        never: t('never'),
      }),
      {
        id: 'lastFailure',
        header: t('columns.lastFailure'),
        cell: ({ lastFailureAt, kind }) =>
          lastFailureAt ? (
            <RelativeTime value={lastFailureAt} focusable={false} />
          ) : (
            t(kind === 'directory' ? 'notKept' : 'never')
          ),
      },
    ],
    [t, nameOf, mayOpen],
  )
}

function State({ connection: { problem, failingSince, enabled } }: { readonly connection: Connection }) {
  const t = useT()
  if (!problem)
    return <StatusBadge tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'state.on' : 'state.off')}</StatusBadge>
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone="danger">{t('state.failing')}</StatusBadge>
      <Text span size="sm" c="dimmed">
        {t(`problem.${problem}`)}
        {failingSince && (
          <>
            {', '}
            <RelativeTime value={failingSince} focusable={false} sentence={(when) => t('since', { when })} />
          </>
        )}
      </Text>
    </Stack>
  )
}
