/** The entries of metadata, which is a JSON object as text. What is none has no entries. */
export function entriesOf(metadata: string | null | undefined): [string, unknown][] {
  try {
    return Object.entries((JSON.parse(metadata ?? '{}') ?? {}) as object)
  } catch {
    return []
  }
}

export const shownAs = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** JSON as what it says; anything else is a text. */
export function readValue(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}
