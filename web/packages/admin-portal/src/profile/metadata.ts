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

/** An emptied field leaves no key behind. */
export function changedMetadata(before: unknown, changes: Readonly<Record<string, string>>): Record<string, unknown> {
  const kept = { ...readMetadata(before), ...changes }
  const filled = Object.entries(kept).filter(([key, value]) => !(key in changes) || value !== '')
  return Object.fromEntries(filled)
}
