import { toBase64Url } from './jwt'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Creates a string of URL-safe random characters with six bits of entropy each. */
export function createRandomString(length = 16): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => ALPHABET[byte % 64]).join('')
}

/** RFC 7636 requires at least 43 characters. */
export const createVerifier = (): string => createRandomString(64)

/** RFC 7636 S256: SHA-256, base64url, no padding. */
export async function createChallenge(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await sha256(new TextEncoder().encode(verifier))))
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | Uint8Array> {
  if (globalThis.crypto?.subtle) return crypto.subtle.digest('SHA-256', data)
  console.warn('This page is not served over HTTPS, so the browser offers no SHA-256. A slower one is used instead.')
  return (await import('@noble/hashes/sha2.js')).sha256(data)
}
