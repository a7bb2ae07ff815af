import { START_DELAYS, withRetry } from './retry'
import type { AdminBox } from './state'
import type { Call } from './transport'

interface MetadataAnswer {
  readonly rows?: readonly { readonly configuration?: AdminBox }[]
}

/** Loads what does not require sign-in. Errors are logged and replaced by defaults, so that the page still works. */
export async function loadPublicConfig(call: Call) {
  const [flags, metadata] = await Promise.all([
    loadOptional(() => call<Record<string, string>>('/flags')),
    loadOptional(() => call<MetadataAnswer>('/metadata', { query: { entityName: 'adminBox' } })),
  ])
  return { flags: flags ?? {}, metadata: metadata?.rows?.[0]?.configuration ?? {} }
}

async function loadOptional<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await withRetry(load, START_DELAYS)
  } catch (error) {
    console.warn('Starting with defaults:', error)
    return undefined
  }
}
