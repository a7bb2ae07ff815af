/** The claims of a token (wire reference §8). They are not verified here: that is the server's task. */
export interface Claims {
  readonly sub: string
  readonly tenantId?: string
  readonly tenantIds?: readonly string[]
  readonly email?: string
  readonly name?: string
  readonly roles?: readonly string[]
  readonly permissions?: readonly string[]
  readonly acr?: string
  readonly amr?: readonly string[]
  /** Seconds since 1970, like all times in a token. */
  readonly auth_time?: number
  readonly exp?: number
  readonly iat?: number
  readonly [claim: string]: unknown
}

export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError'

  constructor(cause?: unknown) {
    super('Invalid token specified', { cause })
  }
}

/** Decodes the payload of a token. Throws `InvalidTokenError` on anything that is not a JSON Web Token. */
export function decodeToken(token: string): Claims {
  const [, payload, signature] = token.split('.')
  if (!payload || signature === undefined) throw new InvalidTokenError()
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(payload)))
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return claims as Claims
  } catch (cause) {
    throw new InvalidTokenError(cause)
  }
  throw new InvalidTokenError()
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** A number of arguments that every engine accepts. */
const CHUNK = 512

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  }
  return btoa(binary)
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
