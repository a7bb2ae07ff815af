import { toBase64Url } from '../jwt'

const encode = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))

let serial = 0

/** Creates a distinct token with a fake signature, which browsers do not verify. */
export function makeToken(claims: Record<string, unknown> = {}): string {
  serial += 1
  const defaults = { sub: 'u1', tenantId: 't1', email: 'ada@acme.test', name: 'Ada', roles: [], permissions: [] }
  return `${encode({ alg: 'ES256' })}.${encode({ ...defaults, jti: serial, ...claims })}.signature`
}
