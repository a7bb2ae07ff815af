import { createContext, use, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { writtenBrand } from '../first-paint/page-brand'
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
      writePage(wanted)
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

let written: string | undefined

/** A page of another product that says its language itself keeps it: what is ours in it says its own. */
function writePage(language: string): void {
  const page = document.documentElement
  if (page.lang && page.lang !== written && !writtenBrand()) return
  page.lang = written = language
  page.dir = i18n.dir(language)
}

/** False where the embedding page has decided about the language. */
export const LanguageContext = createContext(true)

/** What a choice of language shows and does; undefined where there is none. */
export function useLanguageChoice() {
  const isFree = use(LanguageContext)
  const preferred = useSyncExternalStore(watchPreference, preferredLanguage)
  return isFree ? { languages: LANGUAGES, chosen: textLanguage(preferred), choose: chooseLanguage } : undefined
}
