import { addTranslations, i18n } from '@gatehouse/ui'
import { useSyncExternalStore } from 'react'

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

/** For whatever shows such names: renders again when the texts come later than the page. */
export function useBuiltInTexts(): void {
  useSyncExternalStore(whenAdded, whichAreThere)
}

function whenAdded(tell: () => void): () => void {
  i18n.store.on('added', tell)
  return () => i18n.store.off('added', tell)
}

const whichAreThere = () => i18n.languages.filter((one) => i18n.hasResourceBundle(one, NAMESPACE)).join()
