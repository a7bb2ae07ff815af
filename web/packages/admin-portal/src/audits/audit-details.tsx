import { CopyButton } from '@gatehouse/ui'
import { Stack, Title } from '@mantine/core'
import { Facts } from '../shared/facts'
import type { Audit } from '../wire'
import classes from './audits.module.css'
import { useT } from './audits.texts'
import { exactTime } from './exact-time'
import { SeverityBadge } from './severity-badge'
import { useDeviceName } from './use-device-name'

export function AuditDetails({ audit }: { audit: Audit }) {
  const t = useT()
  const deviceName = useDeviceName()
  const { createdAt, email, action, severity, ip, userAgent, impersonatorId, _id, json } = audit
  const written = JSON.stringify(json, null, 2)
  return (
    <Stack gap="xl">
      <Facts
        facts={[
          [t('columns.createdAt'), exactTime(createdAt)],
          [t('columns.email'), email || t('system')],
          [t('drawer.impersonator'), impersonatorId && <code key="by">{impersonatorId}</code>],
          [t('columns.action'), <code key="action">{action}</code>],
          [t('columns.severity'), <SeverityBadge key="severity" severity={severity} />],
          [t('columns.ip'), ip, <CopyButton key="copy" value={ip} label={t('drawer.copyIp')} />],
          [t('drawer.device'), deviceName(userAgent)],
          [t('columns.userAgent'), userAgent && <span className={classes.agent}>{userAgent}</span>],
          [
            t('drawer.id'),
            <code key="id">{_id}</code>,
            <CopyButton key="copy" value={_id} label={t('drawer.copyId')} />,
          ],
        ]}
      />
      <section aria-labelledby="audit-json">
        <div className={classes.jsonHead}>
          <Title order={3} size="h4" id="audit-json">
            {t('columns.json')}
          </Title>
          <CopyButton value={written} label={t('drawer.copyJson')} />
        </div>
        {/* It may be longer than it is high, and is then scrolled by keyboard too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached. */}
        <pre className={classes.pre} tabIndex={0}>
          {written}
        </pre>
      </section>
    </Stack>
  )
}
