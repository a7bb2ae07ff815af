import { cleanLines } from '../shared/lines-field'

/** A provider of the document, without its secret. */
export interface Provider {
  readonly client_id: string
  readonly active?: boolean
  readonly trusts_addresses?: boolean
  readonly display_name?: string
  readonly issuer?: string
  readonly authorization_url?: string
  readonly token_url?: string
  readonly userinfo_url?: string
  readonly directory?: string
  readonly team_id?: string
  readonly key_id?: string
  readonly redirect_url?: string
  readonly additional_scopes?: string[]
  readonly scopes?: string[]
  readonly logo_url?: string
}

export type Providers = Readonly<Record<string, Provider>>

/** Providers with a preset. */
export const KNOWN = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
  facebook: 'Facebook',
  apple: 'Apple',
  slack: 'Slack',
  linkedin: 'LinkedIn',
} as const

export interface ProviderRow {
  readonly table: 'social' | 'custom_social'
  readonly key: string
  readonly name: string
  /** Undefined until it is set up. */
  readonly provider?: Provider
}

export const knownRows = (social: Providers): ProviderRow[] =>
  Object.entries(KNOWN).map(([key, name]) => {
    const provider = social[key]
    return { table: 'social', key, name, ...(provider && { provider }) }
  })

export const ownRows = (custom: Providers): ProviderRow[] =>
  Object.entries(custom).map(([key, provider]) => ({
    table: 'custom_social',
    key,
    name: provider.display_name ?? key,
    provider,
  }))

export interface ProviderValues {
  readonly key: string
  readonly display_name: string
  readonly client_id: string
  readonly client_secret: string
  readonly active: boolean
  readonly trusts_addresses: boolean
  readonly issuer: string
  readonly authorization_url: string
  readonly token_url: string
  readonly userinfo_url: string
  readonly directory: string
  readonly team_id: string
  readonly key_id: string
  readonly redirect_url: string
  readonly additional_scopes: string[]
  readonly scopes: string[]
  readonly logo_url: string
}

type FieldName = keyof ProviderValues

const COMMON: readonly FieldName[] = ['client_id', 'client_secret', 'active', 'trusts_addresses', 'redirect_url']
const OF_KNOWN: readonly FieldName[] = [...COMMON, 'additional_scopes']
const OWN: readonly FieldName[] = [
  'display_name',
  'issuer',
  'authorization_url',
  'token_url',
  'userinfo_url',
  'scopes',
  'logo_url',
]

/** Fields that a provider supports. */
export function fieldsOf({ table, key }: Pick<ProviderRow, 'table' | 'key'>): readonly FieldName[] {
  if (table === 'custom_social') return [...OWN, ...COMMON]
  if (key === 'microsoft') return [...OF_KNOWN, 'directory']
  return key === 'apple' ? [...OF_KNOWN, 'team_id', 'key_id'] : OF_KNOWN
}

/**
 * Entry of the document, or its changes. An empty secret is left out, so that the stored one is kept; a new entry
 * leaves out all empty fields.
 */
export function providerEntry(values: Partial<ProviderValues>, isNew: boolean): Record<string, unknown> {
  const { key: _, client_secret, directory, ...fields } = values
  const given = Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? cleanLines(value) : value])
  return {
    ...Object.fromEntries(given.filter(([, value]) => !isNew || String(value) !== '')),
    ...(client_secret && { client_secret }),
    ...(directory !== undefined && (directory || !isNew) && { directory: directory || 'common' }),
  }
}
