import type { Call } from './transport'

export type MetadataEntity = 'adminBox' | 'audits' | 'saml' | 'notifications'

interface Row {
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** What the vendor has said of a part of the product. Throws 'metadata not found' where it has said nothing. */
export async function metadataOf(call: Call, entityName: MetadataEntity, token?: string): Promise<Row> {
  const { rows } = await call<{ rows?: readonly Row[] }>('/metadata', {
    query: { entityName },
    ...(token && { token }),
  })
  if (!rows?.[0]) throw new Error('metadata not found')
  return rows[0]
}

/** Where an address is, as far as that is known. Throws 'ip metadata not found' where it is not. */
export async function metadataOfIp(call: Call, ip: string, token: string): Promise<Readonly<Record<string, unknown>>> {
  const found = await call<Record<string, unknown>>(`/metadata/ip/${encodeURIComponent(ip)}`, { token })
  if (Object.keys(found).length === 0) throw new Error('ip metadata not found')
  return found
}
