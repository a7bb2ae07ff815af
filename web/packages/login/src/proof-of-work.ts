import type { Answer, ApiCall } from './api-call'

const CHALLENGE = '/identity/resources/captcha/v1/challenge'
const BATCH_SIZE = 500

type Challenge = Answer<typeof CHALLENGE>

/** Solves the server's proof-of-work challenge; undefined if no number matches. */
export async function solveCaptcha(call: ApiCall): Promise<string | undefined> {
  const challenge = await call(CHALLENGE)
  const number = await findNumber(challenge)
  return number === undefined ? undefined : btoa(JSON.stringify({ ...challenge, number }))
}

/** Finds the number that, appended to the salt, hashes to the challenge (ALTCHA). */
export async function findNumber({ challenge, salt, maxnumber }: Challenge): Promise<number | undefined> {
  const encoder = new TextEncoder()
  for (let start = 0; start <= maxnumber; start += BATCH_SIZE) {
    const numbers = Array.from({ length: Math.min(BATCH_SIZE, maxnumber - start + 1) }, (_, index) => start + index)
    const hashes = await Promise.all(
      numbers.map((number) => crypto.subtle.digest('SHA-256', encoder.encode(salt + number))),
    )
    const found = hashes.findIndex((hash) => toHex(hash) === challenge)
    if (found >= 0) return start + found
  }
  return undefined
}

const toHex = (hash: ArrayBuffer) =>
  Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
