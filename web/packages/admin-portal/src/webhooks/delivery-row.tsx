import { RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Button, Collapse, Group } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../shared/action'
import type { Delivery } from '../wire'
import { redeliver } from './webhooks.actions'
import classes from './webhooks.module.css'
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
      <div className={classes.head}>
        <span className={classes.event}>{eventKey}</span>
        <StatusBadge tone={TONES[status]}>{t(`log.${status}`)}</StatusBadge>
      </div>
      <Group gap="xs" className={classes.quiet}>
        {Account && <Account id={tenantId} />}
        <RelativeTime value={delivery.createdAt} />
        {statusCode != null && <span>{t('log.answered', { status: statusCode })}</span>}
        {attempts > 0 && <span>{t('log.attempts', { count: attempts })}</span>}
        {nextAttemptAt && attempts > 0 && (
          <span>
            <RelativeTime value={nextAttemptAt} sentence={(when) => `${t('log.next')}: ${when}`} />
          </span>
        )}
      </Group>
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
        <strong>{t('log.sent')}</strong>
        <pre className={classes.body}>{indented(delivery.body)}</pre>
        {delivery.answer && (
          <>
            <strong>{t('log.answer')}</strong>
            <pre className={classes.body}>{delivery.answer}</pre>
          </>
        )}
      </Collapse>
    </>
  )
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
