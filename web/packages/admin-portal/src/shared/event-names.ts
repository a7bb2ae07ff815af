import { addTranslations, i18n } from '@gatehouse/ui'

const NAMESPACE = 'portal.events'

addTranslations(NAMESPACE, { de: () => import('./event-names.texts.de') })

/**
 * The name of an event or of its category in the person's language. They are known by their English words, so that
 * whatever the vendor adds stands there as the vendor wrote it.
 */
export function eventWords(words: string): string {
  const whole = { ns: NAMESPACE, keySeparator: false, nsSeparator: false } as const
  return i18n.exists(words, whole) ? i18n.t(words, whole) : words
}
