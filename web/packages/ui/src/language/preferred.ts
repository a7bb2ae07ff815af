/** Every fully translated language, by its own name. */
export const LANGUAGES: readonly { readonly code: string; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
]

const KEY = 'gatehouse-language'

/** Returns the language of the texts for a variant: `de` for `de-AT`. */
export const textLanguage = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? tag

const isShipped = (tag: string) => LANGUAGES.some(({ code }) => code === textLanguage(tag))

/** Returns the language chosen on this device, otherwise the browser's first supported language, otherwise English. */
export function preferredLanguage(): string {
  return chosenLanguage() ?? browserLanguages().find(isShipped) ?? 'en'
}

// At build time, when the outline is rendered, there is no browser.
const browserLanguages = () => (typeof navigator === 'undefined' ? [] : navigator.languages)

// Keeps the choice for the lifetime of the page if storage is blocked.
let sessionChoice: string | undefined

function chosenLanguage(): string | undefined {
  try {
    return Intl.getCanonicalLocales(localStorage.getItem(KEY) ?? [])[0]
  } catch {
    return sessionChoice
  }
}

const watchers = new Set<() => void>()

export function chooseLanguage(code: string): void {
  try {
    localStorage.setItem(KEY, code)
  } catch {
    sessionChoice = code
  }
  for (const notify of watchers) notify()
}

/** Calls back when the choice changes, in this or another tab, or the browser's languages do. */
export function watchPreference(notify: () => void): () => void {
  const stop = new AbortController()
  watchers.add(notify)
  window.addEventListener('storage', notify, stop)
  window.addEventListener('languagechange', notify, stop)
  return () => {
    watchers.delete(notify)
    stop.abort()
  }
}
