import { addTranslations, i18n } from '@gatehouse/ui'

const NAMESPACE = 'portal.catalogue'

addTranslations(NAMESPACE, { de: () => import('./built-in.texts.de') })

/**
 * The name of a category or permission in the person's language. They are known by their English words, so that
 * whatever the vendor calls otherwise, or adds, stands there as the vendor wrote it.
 */
export function builtIn(words: string): string {
  const whole = { ns: NAMESPACE, keySeparator: false, nsSeparator: false } as const
  return i18n.exists(words, whole) ? i18n.t(words, whole) : words
}
