import { exactTime, Facts, Link, SeverityBadge } from '@gatehouse/admin-portal/kit'
import { CopyButton } from '@gatehouse/ui'
import { Code, Stack, Title } from '@mantine/core'
import type { LogRow } from './audits.queries'
import { useT } from './audits.texts'

export function AuditDetails({ entry }: { readonly entry: LogRow }) {
  const t = useT()
  const { createdAt, tenantId, email, user, action, severity, ip, userAgent, impersonatorId, actorKind, _id } = entry
  const who = email || t('noEmail')
  return (
    <Stack gap="xl">
      <Facts
        facts={[
          [t('columns.createdAt'), exactTime(createdAt)],
          [
            t('drawer.tenant'),
            tenantId ? (
              <Link key="tenant" to="/tenants/$id" params={{ id: tenantId }}>
                {tenantId}
              </Link>
            ) : (
              t('noTenant')
            ),
          ],
          [
            t('columns.email'),
            user ? (
              <Link key="person" to={`/people/${user}`}>
                {who}
              </Link>
            ) : (
              who
            ),
          ],
          [t('drawer.kind'), actorKind && t(`actor.${actorKind as 'user' | 'staff' | 'vendor' | 'system'}`)],
          [t('drawer.impersonator'), impersonatorId && <code key="by">{impersonatorId}</code>],
          [t('columns.action'), <code key="action">{action}</code>],
          [t('columns.severity'), <SeverityBadge key="severity" severity={severity} />],
          [t('columns.ip'), ip],
          [t('drawer.agent'), userAgent],
          [
            t('drawer.id'),
            <code key="id">{_id}</code>,
            <CopyButton key="copy" value={_id} label={t('drawer.copyId')} />,
          ],
        ]}
      />
      <section aria-labelledby="entry-data">
        <Title order={3} size="h4" id="entry-data" mb="xs">
          {t('drawer.data')}
        </Title>
        <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {JSON.stringify(entry.json, null, 2)}
        </Code>
      </section>
    </Stack>
  )
}
