import { Facts } from '@gatehouse/admin-portal/kit'
import { i18n, StatusBadge } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import { useSellsLicenses } from '../shared/sells-licenses'
import type { SystemState } from '../wire'
import { Card } from './card'
import { useT } from './system.texts'

type Channel = SystemState['channels'][number]

/** Versions, message delivery and payment events. */
export function HealthCard({ state }: { readonly state: SystemState }) {
  const t = useT()
  const sellsLicenses = useSellsLicenses()
  const { version, database, channels, stuckPaymentEvents: stuck } = state
  const channel = (name: string) => <ChannelState channel={channels.find((one) => one.channel === name)} />
  return (
    <Card title={t('state.title')}>
      <Facts
        facts={[
          [t('state.version'), version],
          [t('state.database'), database.version],
          [t('state.size'), sizeOf(database.sizeBytes)],
          [t('state.mail'), channel('mail')],
          [t('state.sms'), channel('sms')],
          [
            t('state.payments'),
            <StatusBadge key="payments" tone={stuck > 0 ? 'danger' : 'success'}>
              {stuck > 0
                ? t('state.stuck', { count: stuck })
                : t(sellsLicenses ? 'state.noneStuck' : 'state.noProvider')}
            </StatusBadge>,
          ],
        ]}
      />
    </Card>
  )
}

function ChannelState({ channel }: { readonly channel: Channel | undefined }) {
  const t = useT()
  if (!channel) return t('state.nothing')
  const { sent, waiting, failed, lastError } = channel
  const counts = { sent: String(sent), waiting: String(waiting), failed: String(failed) }
  return (
    <Stack gap={4}>
      <StatusBadge tone={failed > 0 ? 'danger' : lastError ? 'warning' : 'success'}>
        {t('state.sent', counts)}
      </StatusBadge>
      {lastError && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('state.lastError', { error: lastError })}
        </Text>
      )}
    </Stack>
  )
}

const MEGABYTE = 1_000_000

const sizeOf = (bytes: number) =>
  new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }).format(
    bytes / MEGABYTE,
  )
