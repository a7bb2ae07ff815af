/** Every language whose texts are shipped whole, by its own name. */
export const LANGUAGES: readonly { readonly code: string; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
]

const KEY = 'gatehouse-language'

/** In which of our languages a variety such as `de-AT` is written: its own texts are `de`. */
export const textLanguage = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? tag

const isShipped = (tag: string) => LANGUAGES.some(({ code }) => code === textLanguage(tag))

/** What the person chose on this device, else the first of the browser's languages that is shipped, else English. */
export function preferredLanguage(): string {
  return chosenLanguage() ?? browserLanguages().find(isShipped) ?? 'en'
}

// The build renders a first page too, for everybody.
const browserLanguages = () => (typeof navigator === 'undefined' ? [] : navigator.languages)

// For as long as the page lives, where nothing may be kept.
let unkept: string | undefined

function chosenLanguage(): string | undefined {
  try {
    return Intl.getCanonicalLocales(localStorage.getItem(KEY) ?? [])[0]
  } catch {
    return unkept
  }
}

const watchers = new Set<() => void>()

export function chooseLanguage(code: string): void {
  try {
    localStorage.setItem(KEY, code)
  } catch {
    unkept = code
  }
  for (const notify of watchers) notify()
}

/** Calls back when the choice changes, in another tab too, or the browser's languages do. */
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
