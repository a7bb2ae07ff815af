import { z } from 'zod'
import type { ProviderRow, ProviderValues } from './providers'
import { t } from './sign-in.texts'

const text = z.string().trim().max(5000)
const needed = text.min(1, { error: () => t('social.needed') })

/** Providers that do not say whether an email address is verified. */
const PROVES_NO_ADDRESS = ['facebook', 'slack']
const ADDRESSES = ['authorization_url', 'token_url', 'userinfo_url'] as const

type FieldProblem = readonly [name: keyof ProviderValues, text: string]

/** Validates a provider the way the server does; without a row, a new custom one. */
export const providerSchema = (row: ProviderRow | undefined) =>
  z
    .object({
      key: row ? text : text.regex(/^[A-Za-z0-9_-]{1,60}$/, { error: () => t('social.keyWrong') }),
      display_name: row?.table === 'social' ? text : needed,
      client_id: needed,
      client_secret: text,
      active: z.boolean(),
      trusts_addresses: z.boolean(),
      issuer: text,
      authorization_url: text,
      token_url: text,
      userinfo_url: text,
      directory: text,
      team_id: row?.key === 'apple' ? needed : text,
      key_id: row?.key === 'apple' ? needed : text,
      redirect_url: text,
      additional_scopes: z.array(z.string()),
      scopes: z.array(z.string()),
      logo_url: text,
    })
    .superRefine((values, { addIssue }) => {
      for (const [name, message] of providerProblems(values, row)) addIssue({ code: 'custom', path: [name], message })
    })

/** Checks a field that depends on another field. */
function providerProblems(values: ProviderValues, row: ProviderRow | undefined): FieldProblem[] {
  const { key, active, client_secret, trusts_addresses } = values
  const isKnown = row?.table === 'social'
  return [
    ...(isKnown && !row.provider && active && client_secret === '' ? [missingProblem('client_secret')] : []),
    ...(isKnown && PROVES_NO_ADDRESS.includes(key) && active && !trusts_addresses
      ? [['trusts_addresses', t('social.trustNeeded')] as const]
      : []),
    ...(isKnown ? [] : urlProblems(values)),
  ]
}

function urlProblems({ issuer, ...values }: ProviderValues): FieldProblem[] {
  const given = ADDRESSES.filter((name) => values[name] !== '')
  if (issuer !== '') return given.length > 0 ? [['issuer', t('social.issuerOrAddresses')]] : []
  if (given.length === 0) return [['issuer', t('social.issuerOrAddresses')]]
  return ADDRESSES.filter((name) => values[name] === '').map(missingProblem)
}

const missingProblem = (name: keyof ProviderValues): FieldProblem => [name, t('social.needed')]
