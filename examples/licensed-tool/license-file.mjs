// Checks license files as docs/guides/license/check-a-license-file.md says, for tools in JavaScript: no package, no network.
// Node.js 20 or later; `vectors/license-files.json` has the cases that it passes.

import { createHash, createPublicKey, verify } from 'node:crypto'

const DAY = 86_400_000
const MOST_BYTES = 65_536
const DATES = ['issuedAt', 'refreshAt', 'expiresAt', 'validTo']
const OF_THE_LICENSE = [
  'customer', 'fingerprint', 'name', 'licenseType', 'isTrial', 'maxSeats', 'entitlements', 'validTo',
]
const TEXTS = ['customer', 'fingerprint', 'name', 'licenseType', 'keyId']

/** What is wrong with a file, as one of the codes of the guide. */
export class FileRefused extends Error {
  constructor(code) {
    super(code)
    this.code = code
  }
}

const refuse = (code) => {
  throw new FileRefused(code)
}

/** The tool's memory; keep it between runs. `keys`: the JWK set that the tool is shipped with. */
export class LicenseFiles {
  constructor(keys, subject, memory = {}) {
    this.keys = new Map(
      keys.keys.filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519').map((key) => [key.kid, publicKey(key.x)]),
    )
    this.subject = subject
    this.memory = memory
  }

  /** What the file says, when it counts at this moment; `FileRefused`. */
  check(text, now = new Date()) {
    const content = this.#read(text)
    const { newest, latest = 0 } = this.memory
    const issued = instant(content.issuedAt)
    const known = Math.max(latest, issued)
    this.memory.latest = Math.max(known, now.getTime())
    if (now.getTime() < known - DAY) refuse('CLOCK_SET_BACK')
    if (content.subject !== null && content.subject !== this.subject) refuse('OTHER_SUBJECT')
    if (newest && issued < instant(newest.dates.issuedAt)) refuse('OLDER_FILE')
    // A clock that stands a little behind does not make a file last.
    const counted = Math.max(known, now.getTime())
    if (counted > instant(content.expiresAt)) {
      const isOver = content.validTo !== null && counted > instant(content.validTo)
      refuse(isOver ? 'EXPIRED' : 'OFFLINE_TOO_LONG')
    }
    this.memory.newest = { signature: content.signature, dates: datesOf(content) }
    return content
  }

  #read(text) {
    const envelope = parse(text)
    if (!('relay' in envelope)) {
      const content = verified(envelope, this.keys, this.memory.newest)
      // That of a relay is for no tool.
      if (content.relayKey !== undefined) refuse('OTHER_SUBJECT')
      return content
    }
    const { relay, ...own } = envelope
    const byVendor = verified(relay, this.keys)
    if (byVendor.relayKey === undefined) refuse('UNKNOWN_SIGNER')
    const content = verified(own, keyOfRelay(byVendor.relayKey), this.memory.newest)
    const isSame = OF_THE_LICENSE.every((name) => canonical(content[name]) === canonical(byVendor[name]))
    const isWithin =
      instant(content.issuedAt) >= instant(byVendor.issuedAt) &&
      instant(content.expiresAt) <= instant(byVendor.expiresAt)
    return isSame && isWithin ? content : refuse('CHANGED')
  }
}

function verified(envelope, keys, newest) {
  const { license, algorithm, signature, ...more } = isObject(envelope) ? envelope : {}
  if (!isObject(license) || signature === undefined || algorithm === undefined || Object.keys(more).length > 0)
    refuse('MALFORMED')
  if (typeof license.keyId !== 'string') refuse('MALFORMED')
  if (algorithm !== 'Ed25519') refuse('UNKNOWN_ALGORITHM')
  const key = keys.get(license.keyId)
  if (!key) refuse('UNKNOWN_SIGNER')
  const bytes = decoded(signature, 64)
  if (!bytes || !verify(null, Buffer.from(canonical(license)), key, bytes)) refuse(whatChanged(license, signature, newest))
  if (license.version !== 1) refuse('UNKNOWN_VERSION')
  const isWhole =
    TEXTS.every((name) => typeof license[name] === 'string') &&
    (license.subject === null || typeof license.subject === 'string') &&
    Array.isArray(license.entitlements)
  if (!isWhole) refuse('MALFORMED')
  for (const name of DATES) if (name !== 'validTo' || license.validTo !== null) instant(license[name])
  if (license.relayKey !== undefined && !decoded(license.relayKey, 32)) refuse('MALFORMED')
  return { ...license, signature }
}

/** A file that is known by its signature, with other dates, was given more time by hand. */
function whatChanged(license, signature, newest) {
  if (signature !== newest?.signature) return 'CHANGED'
  return canonical(datesOf(license)) === canonical(newest.dates) ? 'CHANGED' : 'DATE_CHANGED'
}

const datesOf = (license) => Object.fromEntries(DATES.map((name) => [name, license[name] ?? null]))

/** RFC 8785, for texts, whole numbers, true, false, null, lists and objects. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const parts = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
  return `{${parts.join(',')}}`
}

/** An object without a name twice, a fraction, or half of a character. */
function parse(saved) {
  // Windows saves text with a byte order mark. Read a file in UTF-16 as such.
  const text = saved.replace(/^\uFEFF/, '')
  if (Buffer.byteLength(text) > MOST_BYTES) refuse('MALFORMED')
  let value
  try {
    value = JSON.parse(text)
  } catch {
    refuse('MALFORMED')
  }
  if (!isObject(value)) refuse('MALFORMED')
  // Only a name has a colon behind it. `JSON.parse` keeps the last of those that are equal.
  const names = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g) ?? []
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []
  const found = { names: 0, isWellFormed: true }
  count(value, found)
  const areWhole = numbers.every((one) => /^-?\d{1,16}$/.test(one) && Number.isSafeInteger(Number(one)))
  return names.length === found.names && areWhole && found.isWellFormed ? value : refuse('MALFORMED')
}

function count(value, found) {
  if (typeof value === 'string') found.isWellFormed &&= value.isWellFormed()
  if (Array.isArray(value)) for (const one of value) count(one, found)
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) {
      found.names += 1
      count(name, found)
      count(one, found)
    }
}

/** `2026-11-21T10:00:00Z` and nothing else, in milliseconds. */
function instant(text) {
  const isWritten = typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)
  const at = isWritten ? new Date(text) : undefined
  // A day that does not exist would become the one after.
  if (!at || Number.isNaN(at.getTime()) || at.toISOString() !== text.replace('Z', '.000Z')) refuse('MALFORMED')
  return at.getTime()
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** base64url without padding and without bits that mean nothing. */
function decoded(text, length) {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : undefined
}

const publicKey = (x) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

function keyOfRelay(x) {
  const id = createHash('sha256').update(x).digest().subarray(0, 12).toString('base64url')
  return new Map([[id, publicKey(x)]])
}
