import type { Call } from './transport'

export type MetadataEntity = 'adminBox' | 'audits' | 'saml' | 'notifications'

interface MetadataRow {
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** Loads the vendor's metadata of an entity. Throws 'metadata not found' if there is none. */
export async function loadMetadata(call: Call, entityName: MetadataEntity, token?: string): Promise<MetadataRow> {
  const { rows } = await call<{ rows?: readonly MetadataRow[] }>('/metadata', {
    query: { entityName },
    ...(token && { token }),
  })
  if (!rows?.[0]) throw new Error('metadata not found')
  return rows[0]
}

/** Loads the location of an IP address. Throws 'ip metadata not found' if it is unknown. */
export async function loadIpMetadata(
  call: Call,
  ip: string,
  token: string,
): Promise<Readonly<Record<string, unknown>>> {
  const metadata = await call<Record<string, unknown>>(`/metadata/ip/${encodeURIComponent(ip)}`, { token })
  if (Object.keys(metadata).length === 0) throw new Error('ip metadata not found')
  return metadata
}
