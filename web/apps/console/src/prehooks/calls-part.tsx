import { CallHead, CallLog } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Prehook, PrehookCall } from '../wire'
import { isOutcome, TONES } from './outcomes'
import { callsQuery, EVENTS } from './prehooks.queries'
import { useT } from './prehooks.texts'

/** Recent calls with their outcome. */
export function CallsPart({ prehook }: { readonly prehook: Prehook }) {
  const t = useT()
  const { data: calls } = useQuery(callsQuery(useApi(), prehook.id))
  return (
    <section>
      <Title order={3} size="h3">
        {t('calls.title')}
      </Title>
      {calls?.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('calls.none')}
        </Text>
      )}
      {calls && calls.length > 0 && <CallLog rows={calls}>{(call) => <Call call={call} />}</CallLog>}
    </section>
  )
}

function Call({ call }: { readonly call: PrehookCall }) {
  const t = useT()
  const { outcome, eventKey, milliseconds: ms, detail } = call
  const event = EVENTS.find((one) => one === eventKey)
  return (
    <CallHead
      event={event ? t(`events.${event}`) : eventKey}
      badge={isOutcome(outcome) && <StatusBadge tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</StatusBadge>}
    >
      <RelativeTime value={call.createdAt} />
      <span>{t('calls.after', { ms })}</span>
      {detail && <span>{detail}</span>}
    </CallHead>
  )
}
