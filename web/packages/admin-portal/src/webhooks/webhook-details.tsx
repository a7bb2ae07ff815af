import { InlineAlert, RelativeTime } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { Actions } from '../shared/actions'
import { Facts } from '../shared/facts'
import { InstantToggle } from '../shared/instant-toggle'
import { EventCount, WebhookStatus } from './cells'
import { DeliveryLog } from './delivery-log'
import { TestButton } from './test-button'
import { useWebhookActions } from './use-webhook-actions'
import { switchWebhook } from './webhooks.actions'
import type { Webhook } from './webhooks.queries'
import { useT } from './webhooks.texts'
import { useWebhookRights } from './webhooks-of'

export function WebhookDetails({ webhook, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const t = useT()
  const { mayChange, mayReadLog } = useWebhookRights()
  const { actionsFor, dialog } = useWebhookActions(onDeleted)
  const action = useMemo(() => switchWebhook(webhook), [webhook])
  const { displayName: name, isActive, disabledAt, failingSince } = webhook
  return (
    <Stack gap="xl">
      {disabledAt && <InlineAlert tone="danger">{t('drawer.disabled')}</InlineAlert>}
      {isActive && failingSince && <InlineAlert tone="warning">{t('drawer.failing')}</InlineAlert>}
      <InstantToggle
        label={t('drawer.active')}
        checked={isActive}
        action={action}
        done={(on) => t(on ? 'drawer.nowOn' : 'drawer.nowOff', { name })}
        disabled={!mayChange}
      />
      <Facts
        facts={[
          [t('form.url'), webhook.url],
          [t('form.description'), webhook.description],
          [t('columns.status'), <WebhookStatus key="status" webhook={webhook} />],
          [t('columns.events'), <EventCount key="events" keys={webhook.eventKeys} />],
          [t('drawer.signed'), t(webhook.secret ? 'drawer.signedYes' : 'drawer.signedNo')],
          [t('drawer.order'), webhook.isOrdered && t('drawer.orderKept')],
          [t('drawer.created'), <RelativeTime key="created" value={webhook.createdAt} />],
        ]}
      />
      {mayChange && <TestButton webhook={webhook} />}
      <Actions actions={actionsFor(webhook)} />
      {mayReadLog && <DeliveryLog webhook={webhook} />}
      {dialog}
    </Stack>
  )
}
