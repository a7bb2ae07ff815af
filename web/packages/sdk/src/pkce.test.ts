import { expect, test, vi } from 'vitest'
import { createChallenge, createRandomString, createVerifier } from './pkce'

// The pair printed in RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('the challenge is that of the standard', async () => {
  expect(await createChallenge(VERIFIER)).toBe(CHALLENGE)
})

test('without HTTPS the challenge is the same, with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(await createChallenge(VERIFIER)).toBe(CHALLENGE)
  expect(warn).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('verifiers are long enough for the standard, safe in addresses, and never the same', () => {
  expect(createVerifier()).toMatch(/^[\w-]{64}$/)
  expect(createRandomString()).toHaveLength(16)
  expect(createVerifier()).not.toBe(createVerifier())
})
