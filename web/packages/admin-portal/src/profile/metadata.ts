/** The user's metadata travels as JSON text. The vendor's product keeps things there too, so nothing may get lost. */
export function readMetadata(text: unknown): Readonly<Record<string, unknown>> {
  if (typeof text !== 'string') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

type Changes = Readonly<Record<string, string | undefined>>

/** The metadata with what was changed; undefined when nothing was. An emptied field leaves no key behind. */
export function changedMetadata(before: unknown, changes: Changes): Record<string, unknown> | undefined {
  const changed = Object.entries(changes).filter(([, text]) => text !== undefined)
  if (changed.length === 0) return undefined
  const all: Record<string, unknown> = { ...readMetadata(before), ...Object.fromEntries(changed) }
  for (const [key, text] of changed) if (text === '') delete all[key]
  return all
}
