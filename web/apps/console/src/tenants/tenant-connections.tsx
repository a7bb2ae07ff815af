import { useApi } from '@gatehouse/react'
import { RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tenant, TenantDirectory, TenantSso } from '../wire'
import { DetailsPart } from './details-part'
import { connectionsQuery } from './parts.queries'
import { useT } from './tenants.texts'

/** SSO connections and directories of the tenant, with their problems. */
export function TenantConnections({ tenant }: { readonly tenant: Tenant }) {
  const t = useT()
  const connections = useQuery(connectionsQuery(useApi(), tenant.id))
  return (
    <>
      <DetailsPart
        title={t('sso.title')}
        query={connections}
        none={t('sso.none')}
        rowsOf={({ sso }) => sso.map((one) => <Sso key={one.id} connection={one} />)}
      />
      <DetailsPart
        title={t('directories.title')}
        query={connections}
        none={t('directories.none')}
        rowsOf={({ directories }) => directories.map((one) => <Directory key={one.id} directory={one} />)}
      />
    </>
  )
}

function Sso({ connection: one }: { readonly connection: TenantSso }) {
  const t = useT()
  const problems = useProblems(one)
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text span style={{ overflowWrap: 'anywhere' }}>
          {one.domains.length > 0 ? one.domains.join(', ') : t('sso.noDomain')}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text span c="dimmed" size="sm">
            {t(`sso.types.${one.type}`)}
          </Text>
          <StatusBadge tone={!one.enabled ? 'neutral' : problems.length > 0 ? 'warning' : 'success'}>
            {t(one.enabled ? (one.enforced ? 'sso.enforced' : 'sso.on') : 'sso.off')}
          </StatusBadge>
        </Group>
      </Group>
      {problems.map((problem) => (
        <Text key={problem} size="sm" c="var(--gh-warning-text)" style={{ overflowWrap: 'anywhere' }}>
          {problem}
        </Text>
      ))}
      {one.testedAt && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <RelativeTime
            value={one.testedAt}
            sentence={(when) =>
              `${t(one.testPassed ? 'sso.testPassed' : 'sso.testFailed', { reason: one.testProblem ?? '' })} ${when}`
            }
          />
        </Text>
      )}
    </Stack>
  )
}

/** Problems that prevent sign-ins now or soon. */
function useProblems({ unprovedDomains, lostDomains, certificateUntil }: TenantSso): string[] {
  const t = useT()
  const isOver = certificateUntil && Date.parse(certificateUntil) < Date.now()
  return [
    ...(unprovedDomains.length > 0 ? [t('sso.unproved', { domains: unprovedDomains.join(', ') })] : []),
    ...(lostDomains.length > 0 ? [t('sso.lost', { domains: lostDomains.join(', ') })] : []),
    ...(isOver ? [t('sso.certificateOver')] : []),
  ]
}

function Directory({ directory: { name, enabled, lastSyncAt } }: { readonly directory: TenantDirectory }) {
  const t = useT()
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text span style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Text span c="dimmed" size="sm">
          {lastSyncAt ? (
            <RelativeTime value={lastSyncAt} sentence={(when) => t('directories.synced', { when })} />
          ) : (
            t('directories.never')
          )}
        </Text>
        <StatusBadge tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'sso.on' : 'sso.off')}</StatusBadge>
      </Group>
    </Group>
  )
}
