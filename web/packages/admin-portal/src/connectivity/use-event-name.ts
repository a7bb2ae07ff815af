import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { eventWords } from '../shared/event-names'
import { eventsQuery } from './subscriptions.queries'

/** Of an event that there is no more, the key. */
export function useEventName(): (key: string) => string {
  const { data: events = [] } = useQuery(eventsQuery(useApi()))
  return (key) => eventWords(events.find((event) => event.key === key)?.displayName ?? key)
}
