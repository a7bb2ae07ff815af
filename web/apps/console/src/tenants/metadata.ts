/** Entries of the metadata, which is a JSON object as text; empty if it is invalid. */
export function metadataEntries(metadata: string | null | undefined): [string, unknown][] {
  try {
    return Object.entries((JSON.parse(metadata ?? '{}') ?? {}) as object)
  } catch {
    return []
  }
}

export const formatMetadataValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Parses JSON; other input is a string. */
export function parseMetadataValue(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}
