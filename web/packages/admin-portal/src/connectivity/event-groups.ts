import { eventWords } from '../shared/event-names'
import type { ChannelEvent } from '../wire'

interface EventGroup {
  readonly group: string
  readonly items: { readonly value: string; readonly label: string }[]
}

/** As select fields take them: by category, in the server's order. */
export function eventGroups(events: readonly ChannelEvent[]): EventGroup[] {
  const groups = new Map<string, EventGroup>()
  for (const { key, displayName, category } of events) {
    const found = groups.get(category.name) ?? { group: eventWords(category.name), items: [] }
    found.items.push({ value: key, label: eventWords(displayName) })
    groups.set(category.name, found)
  }
  return [...groups.values()]
}
