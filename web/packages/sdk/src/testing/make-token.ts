import { toBase64Url } from '../jwt'

const encode = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))

let serial = 0

/** A token that reads like a real one; nobody checks its signature in a browser. Each is different. */
export function makeToken(claims: Record<string, unknown> = {}): string {
  serial += 1
  const defaults = { sub: 'u1', tenantId: 't1', email: 'ada@acme.test', name: 'Ada', roles: [], permissions: [] }
  return `${encode({ alg: 'ES256' })}.${encode({ ...defaults, jti: serial, ...claims })}.signature`
}
