import { createContext, use, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { hasTexts, i18n, loadTexts } from '../i18n'
import { chooseLanguage, LANGUAGES, preferredLanguage, textLanguage, watchPreference } from './preferred'

/**
 * The language to show: the given one, else the preferred one. It changes when all its texts are there, so that nobody
 * sees two languages; undefined until the first has come.
 */
export function useLanguage(given: string | undefined): string | undefined {
  const preferred = useSyncExternalStore(watchPreference, preferredLanguage)
  const wanted = given ?? preferred
  const [shown, setShown] = useState(() => (hasTexts(wanted) ? wanted : undefined))

  useLayoutEffect(() => {
    let isCurrent = true
    const show = () => {
      if (!isCurrent) return
      void i18n.changeLanguage(wanted)
      document.documentElement.lang = wanted
      document.documentElement.dir = i18n.dir(wanted)
      setShown(wanted)
    }
    if (hasTexts(wanted)) show()
    else void loadTexts(wanted).then(show)
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return shown
}

/** False where the embedding page has decided about the language. */
export const LanguageContext = createContext(true)

/** What a choice of language shows and does; undefined where there is none. */
export function useLanguageChoice() {
  const isFree = use(LanguageContext)
  const preferred = useSyncExternalStore(watchPreference, preferredLanguage)
  return isFree ? { languages: LANGUAGES, chosen: textLanguage(preferred), choose: chooseLanguage } : undefined
}
