import type { TokenTemplate } from '../wire'

export type Claims = Record<string, unknown>

export const claimsOf = ({ templateSchema }: TokenTemplate): Claims => (templateSchema.claims ?? {}) as Claims

/** Placeholders of a template, with the claims that their preview value comes from; the first that exists is used. */
export const PLACEHOLDERS: Readonly<Record<string, readonly string[]>> = {
  'user.id': ['userId', 'sub'],
  'user.email': ['email'],
  'user.emailVerified': ['email_verified'],
  'user.name': ['name'],
  'user.metadata': ['userMetadata', 'metadata'],
  'tenant.id': ['tenantId'],
  'application.id': ['applicationId'],
  roles: ['roles'],
  permissions: ['permissions'],
}

/** Claims that the server sets. Access depends on them, so no template can set them. */
export const RESERVED: readonly string[] =
  `iss sub aud exp nbf iat jti azp typ alg kid nonce scope cnf client_id type tenantId tenantIds applicationId userId
   createdByUserId email email_verified name profilePictureUrl roles permissions metadata userMetadata sid act acr amr
   auth_time invisible superUser vendorId features entitlements _claim_names _claim_sources`.split(/\s+/)

/** Reserved claims that an imported template may list, as placeholders of themselves. */
const SELF_REFERENCES: Readonly<Record<string, readonly string[]>> = {
  iss: ['{{iss}}'],
  sub: ['{{sub}}', '{{user.id}}'],
  aud: ['{{clientId}}', '{{applicationId}}'],
  exp: ['{{exp}}'],
  iat: ['{{iat}}'],
  email: ['{{user.email}}'],
  name: ['{{user.name}}'],
  tenantId: ['{{tenant.id}}'],
}

/** Whether the claim only refers to itself. */
export const refersToItself = (name: string, value: unknown) =>
  typeof value === 'string' && (SELF_REFERENCES[name] ?? []).includes(value)

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
const WHOLE = /^\{\{([^{}]*)\}\}$/

/** Names of all placeholders in a text. */
export const placeholderNames = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim())

/** Removes all placeholders from a text. */
export const withoutPlaceholders = (text: string) => text.replace(PLACEHOLDER, '')

/** Builds the token as the server does: reserved claims are never replaced. */
export function previewOf(template: Claims, token: Claims): Claims {
  const added = Object.entries(template)
    .filter(([name]) => !RESERVED.includes(name))
    .map(([name, value]) => [name, replacePlaceholders(value, token)] as const)
    .filter(([, value]) => value !== undefined && value !== null)
  return { ...Object.fromEntries(added), ...token }
}

function replacePlaceholders(value: unknown, token: Claims): unknown {
  if (typeof value === 'string') {
    const [, whole] = WHOLE.exec(value) ?? []
    if (whole !== undefined) return placeholderValue(whole, token)
    return value.replace(PLACEHOLDER, (_, name: string) => asText(placeholderValue(name, token)))
  }
  if (Array.isArray(value)) return value.map((one) => replacePlaceholders(one, token) ?? null)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, replacePlaceholders(one, token) ?? null]),
    )
  return value
}

function placeholderValue(placeholder: string, token: Claims): unknown {
  const name = (PLACEHOLDERS[placeholder.trim()] ?? []).find((one) => token[one] !== undefined && token[one] !== null)
  return name && token[name]
}

const asText = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
