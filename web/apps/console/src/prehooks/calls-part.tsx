import { useApi } from '@gatehouse/react'
import { RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Prehook, PrehookCall } from '../wire'
import { isOutcome, TONES } from './outcomes'
import classes from './prehooks.module.css'
import { callsQuery, EVENTS } from './prehooks.queries'
import { useT } from './prehooks.texts'

/** What came of the last questions. */
export function CallsPart({ prehook }: { readonly prehook: Prehook }) {
  const t = useT()
  const { data: calls } = useQuery(callsQuery(useApi(), prehook.id))
  return (
    <section>
      <Title order={3} size="h3">
        {t('calls.title')}
      </Title>
      {calls?.length === 0 && <Text className={classes.quiet}>{t('calls.none')}</Text>}
      {calls && calls.length > 0 && (
        <ul className={classes.calls}>
          {calls.map((call) => (
            <li key={call.id}>
              <Call call={call} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Call({ call }: { readonly call: PrehookCall }) {
  const t = useT()
  const { outcome, eventKey, milliseconds: ms, detail } = call
  const event = EVENTS.find((one) => one === eventKey)
  return (
    <>
      <div className={classes.head}>
        <span className={classes.event}>{event ? t(`events.${event}`) : eventKey}</span>
        {isOutcome(outcome) && <StatusBadge tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</StatusBadge>}
      </div>
      <Group gap="xs" className={classes.quiet}>
        <RelativeTime value={call.createdAt} />
        <span>{t('calls.after', { ms })}</span>
        {detail && <span>{detail}</span>}
      </Group>
    </>
  )
}
