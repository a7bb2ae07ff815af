import { addTranslations, i18n } from '@gatehouse/ui'
import { ENGLISH_EVENT_NAMES } from './english-event-names'

const NAMESPACE = 'portal.events'

i18n.addResourceBundle('en', NAMESPACE, ENGLISH_EVENT_NAMES, true, false)
addTranslations(NAMESPACE, { de: () => import('./event-names.texts.de') })

/** Translates the name of an event or category. Names defined by the vendor are shown unchanged. */
export function eventWords(words: string): string {
  const options = { ns: NAMESPACE, keySeparator: false, nsSeparator: false } as const
  return i18n.exists(words, options) ? i18n.t(words, options) : words
}
