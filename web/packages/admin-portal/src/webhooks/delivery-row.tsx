import { RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Button, Collapse, Group } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { CallBody, CallHead } from '../shared/endpoint/call-log'
import type { Delivery } from '../wire'
import { redeliver } from './webhooks.actions'
import { useT } from './webhooks.texts'
import { useWebhookRights, useWebhooksOf } from './webhooks-of'

const TONES = { waiting: 'warning', delivered: 'success', dead: 'danger' } as const

export function DeliveryRow({ delivery, canRetry }: { delivery: Delivery; canRetry: boolean }) {
  const t = useT()
  const mayRetry = useWebhookRights().mayChange && canRetry
  const { Account } = useWebhooksOf()
  const retry = useAction(redeliver)
  const [isOpen, setOpen] = useState(false)
  const { eventKey, status, statusCode, attempts, nextAttemptAt, tenantId } = delivery
  return (
    <>
      <CallHead event={eventKey} badge={<StatusBadge tone={TONES[status]}>{t(`log.${status}`)}</StatusBadge>}>
        {Account && <Account id={tenantId} />}
        <RelativeTime value={delivery.createdAt} />
        {statusCode != null && <span>{t('log.answered', { status: statusCode })}</span>}
        {attempts > 0 && <span>{t('log.attempts', { count: attempts })}</span>}
        {nextAttemptAt && attempts > 0 && (
          <span>
            <RelativeTime value={nextAttemptAt} sentence={(when) => `${t('log.next')}: ${when}`} />
          </span>
        )}
      </CallHead>
      <Group gap="xs" mt={4}>
        <Button variant="subtle" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('log.details')}
        </Button>
        {mayRetry && (
          <Button variant="subtle" size="xs" loading={retry.isRunning} onClick={() => retry.start(delivery)}>
            {t('log.redeliver')}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <CallBody label={t('log.sent')} text={delivery.body} />
        {delivery.answer && <CallBody label={t('log.answer')} text={delivery.answer} />}
      </Collapse>
    </>
  )
}
