import { addTranslations, i18n } from '@gatehouse/ui'
import { exactTime } from '../audits/exact-time'
import type { Audit } from '../wire'

const NAMESPACE = 'portal.descriptions'
// The name of a fact, and of the words for its values where they are a few of our own.
const PLACEHOLDER = /\{\{(\w+)(?:\|(\w+))?\}\}/g
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/

addTranslations(NAMESPACE, { de: () => import('./descriptions.texts.de') })

/**
 * What an entry of the audit log says, in the reader's language where there are words for its action; otherwise as it
 * was written down. An entry that lacks a fact that those words tell, such as an old one, says what was written, too.
 */
export function descriptionOf({ action, description, json }: Pick<Audit, 'action' | 'description' | 'json'>): string {
  const words = wordsFor(action, json)
  const facts = Object.fromEntries(
    [...words.matchAll(PLACEHOLDER)].map(([, name = '', values]) => [name, inWords(values, formatFact(json[name]))]),
  )
  if (!words || Object.values(facts).includes('')) return description || action
  return words.replace(PLACEHOLDER, (_, name: string) => facts[name] ?? '')
}

function wordsFor(action: string, json: Audit['json']): string {
  const set = Object.keys(json).filter((name) => json[name])
  const key = [...set.map((name) => `${action}#${name}`), action].find((one) => i18n.exists(one, { ns: NAMESPACE }))
  return key ? i18n.t(key, { ns: NAMESPACE, skipInterpolation: true }) : ''
}

function inWords(values: string | undefined, fact: string): string {
  const key = `${values}|${fact}`
  return values && i18n.exists(key, { ns: NAMESPACE }) ? i18n.t(key, { ns: NAMESPACE }) : fact
}

function formatFact(fact: unknown): string {
  if (Array.isArray(fact)) return fact.map(formatFact).join(', ')
  if (typeof fact === 'number') return fact.toLocaleString(i18n.language)
  if (typeof fact !== 'string') return ''
  if (INSTANT.test(fact)) return exactTime(fact)
  return DAY.test(fact) ? new Date(`${fact}T00:00`).toLocaleDateString(i18n.language, { dateStyle: 'medium' }) : fact
}
