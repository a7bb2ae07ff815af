import { createContext, use, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { readPageBrand } from '../first-paint/page-brand'
import { hasTexts, i18n, loadTexts } from '../i18n'
import { chooseLanguage, LANGUAGES, preferredLanguage, textLanguage, watchPreference } from './preferred'

/**
 * Returns the given or preferred language once all its texts are loaded, so that languages do not mix; undefined until
 * the first is loaded.
 */
export function useLanguage(fixed: string | undefined): string | undefined {
  const preferred = useSyncExternalStore(watchPreference, preferredLanguage)
  const wanted = fixed ?? preferred
  const [current, setCurrent] = useState(() => (hasTexts(wanted) ? wanted : undefined))

  useLayoutEffect(() => {
    let isCurrent = true
    const show = () => {
      if (!isCurrent) return
      void i18n.changeLanguage(wanted)
      setPageLanguage(wanted)
      setCurrent(wanted)
    }
    if (hasTexts(wanted)) show()
    else void loadTexts(wanted).then(show)
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return current
}

let writtenLanguage: string | undefined

/** Another product's page keeps the language that it declares; the portal inside it declares its own. */
function setPageLanguage(language: string): void {
  const page = document.documentElement
  if (page.lang && page.lang !== writtenLanguage && !readPageBrand()) return
  page.lang = writtenLanguage = language
  page.dir = i18n.dir(language)
}

/** False if the embedding page has fixed the language. */
export const LanguageContext = createContext(true)

/** Returns the languages to choose from and the setter; undefined if the language is fixed. */
export function useLanguageChoice() {
  const isFree = use(LanguageContext)
  const preferred = useSyncExternalStore(watchPreference, preferredLanguage)
  return isFree ? { languages: LANGUAGES, chosen: textLanguage(preferred), choose: chooseLanguage } : undefined
}
