import { z } from 'zod'
import { jsonProblem, readJson } from '../shared/json-text'
import { type Claims, PLACEHOLDERS, placeholderNames, RESERVED, refersToItself, withoutPlaceholders } from './claims'
import { t } from './tokens.texts'

const MOST_BYTES = 4096
const LONGEST_NAME = 200
const DEEPEST = 4

/** Validates claims the way the server does. */
export const claimsSchema = z.string().superRefine((text, { addIssue }) => {
  const message = jsonProblem(text) ?? claimsProblem(readJson(text))
  if (message) addIssue({ code: 'custom', message })
})

function claimsProblem(claims: Claims): string | undefined {
  const own = Object.entries(claims).filter(([name, value]) => !refersToItself(name, value))
  const reserved = own.find(([name]) => RESERVED.includes(name))
  if (reserved) return t('claims.reserved', { name: reserved[0] })
  const unnamed = own.find(([name]) => name === '' || name.length > LONGEST_NAME)
  if (unnamed) return t('claims.name', { name: unnamed[0].slice(0, 40), most: LONGEST_NAME })
  if (new TextEncoder().encode(JSON.stringify(claims)).length > MOST_BYTES) return t('claims.large')
  return claimProblem(Object.fromEntries(own), DEEPEST)
}

function claimProblem(value: unknown, depth: number): string | undefined {
  if (depth < 0) return t('claims.deep', { most: DEEPEST })
  if (typeof value === 'string') return textProblem(value)
  if (typeof value !== 'object' || value === null) return undefined
  const names = Array.isArray(value) ? [] : Object.keys(value)
  if (names.some((name) => name.includes('{{'))) return t('claims.nameHolds')
  return firstMessage(Object.values(value).map((one) => claimProblem(one, depth - 1)))
}

function textProblem(text: string): string | undefined {
  const unknown = placeholderNames(text).find((name) => !(name in PLACEHOLDERS))
  if (unknown !== undefined) return t('claims.unknown', { placeholder: `{{${unknown.slice(0, 40)}}}` })
  const isForeign = text.includes('{{{') || /\{\{|\{%/.test(withoutPlaceholders(text))
  return isForeign ? t('claims.foreign') : undefined
}

const firstMessage = (messages: readonly (string | undefined)[]) => messages.find((one) => one !== undefined)
