import { Link, usePermissions } from '@gatehouse/admin-portal/kit'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { OverviewFigures } from '../wire'
import { useT } from './overview.texts'

const PLACES = {
  jobs: { to: '/system', search: {}, needs: 'vendor.read.system' },
  webhooks: { to: '/connections', search: { state: 'failing', kind: 'webhook' }, needs: 'vendor.read.tenants' },
  sso: { to: '/connections', search: { state: 'failing', kind: 'sso' }, needs: 'vendor.read.tenants' },
  messages: { to: '/system', search: {}, needs: 'vendor.read.system' },
  paymentDifferences: { to: '/licenses/differences', search: {}, needs: 'vendor.read.licenses' },
  paymentEvents: { to: '/licenses/payment-events', search: {}, needs: 'vendor.read.licenses' },
} as const
const KINDS = Object.keys(PLACES) as (keyof typeof PLACES)[]

/** Current incidents, each with a link to the page that helps to resolve it, if the role can see it. */
export function Incidents({ failing }: { readonly failing: OverviewFigures['failing'] }) {
  const t = useT()
  const can = usePermissions()
  const found = KINDS.filter((kind) => failing[kind] > 0)
  return (
    <Paper component="section" withBorder p="lg" radius="md" aria-labelledby="overview-failing">
      <Title order={2} size="h3" id="overview-failing" mb="sm">
        {t('failing.title')}
      </Title>
      {found.length === 0 ? (
        <Group gap="xs">
          <IconCircleCheck size={20} stroke={1.75} aria-hidden color="var(--gh-success-text)" />
          <Text>{t('failing.none')}</Text>
        </Group>
      ) : (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {found.map((kind) => {
            const count = failing[kind]
            const text = t(`failing.${kind}`, { count })
            return (
              <Group component="li" key={kind} gap="xs" wrap="nowrap">
                <IconAlertTriangle size={20} stroke={1.75} aria-hidden color="var(--gh-warning-text)" />
                {can(PLACES[kind].needs) ? (
                  <Link to={PLACES[kind].to} search={PLACES[kind].search}>
                    {text}
                  </Link>
                ) : (
                  <Text>{text}</Text>
                )}
              </Group>
            )
          })}
        </Stack>
      )}
    </Paper>
  )
}
