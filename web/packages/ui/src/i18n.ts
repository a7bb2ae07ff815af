import { createInstance, type i18n as Languages } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { preferredLanguage, textLanguage } from './language/preferred'
import type { SameKeys, TextKey, Texts } from './language/text-types'

export type { Texts } from './language/text-types'

/** One instance for the whole page, apart from any that the embedding product has. */
export const i18n: Languages = createInstance()

// Synchronous: English comes with the scripts, and what waits for another language waits by `loadTexts`.
void i18n.use(initReactI18next).init({
  lng: preferredLanguage(),
  fallbackLng: 'en',
  ns: [],
  resources: {},
  initAsync: false,
  // The library would otherwise advertise its maker in everybody's console.
  showSupportNotice: false,
  // Numbers as the language of the page writes them. What only looks like one, such as a year, is given as text.
  interpolation: {
    escapeValue: false,
    alwaysFormat: true,
    format: (value, _, language) => value?.toLocaleString(language),
  },
})

export type Translate<T> = (key: TextKey<T>, values?: Readonly<Record<string, string | number>>) => string

/**
 * Registers a package's English texts and returns the two ways to read them: `useT` in components (renders again when
 * the language changes) and `t` elsewhere. Keys are checked by the compiler, and so is a translation: it has the same
 * keys with the same placeholders. It is loaded when somebody reads that language.
 */
export function defineTexts<const T extends Texts, German extends SameKeys<T, German>>(
  namespace: string,
  english: T,
  translations?: { readonly de: () => Promise<{ readonly texts: German }> },
) {
  addShipped(namespace, 'en', english)
  addTranslations(namespace, (translations ?? {}) as Translations)
  const t: Translate<T> = (key, values) => i18n.t(key as string, { ...values, ns: namespace })
  // A function per language: what is memoized with it, such as the columns of a table, is made again when that changes.
  const byLanguage = new Map<string, Translate<T>>()
  // biome-ignore lint/correctness/noComponentHookFactories: called once per package, at module level.
  function useT(): Translate<T> {
    useTranslation(namespace, { i18n, useSuspense: false })
    const { language } = i18n
    const known = byLanguage.get(language) ?? ((key, values) => t(key, values))
    byLanguage.set(language, known)
    return known
  }
  return { t, useT }
}

/** Adds a translation, or overrides some texts of one. */
export function addTexts(namespace: string, language: string, texts: Texts): void {
  i18n.addResourceBundle(language, namespace, texts, true, true)
}

/** A vendor's own wording may have come first, and stays. */
function addShipped(namespace: string, language: string, texts: Texts): void {
  i18n.addResourceBundle(language, namespace, texts, true, false)
}

type Translations = Readonly<Record<string, () => Promise<{ readonly texts: Texts }>>>

const registered = new Map<string, Translations>()
const loads = new Map<string, Promise<void>>()
const arrived = new Set<string>()

/**
 * Where the texts of other languages are. They come when one of them is read; a page that is loaded later brings its
 * own in the language that is read by then.
 */
export function addTranslations(namespace: string, translations: Translations): void {
  registered.set(namespace, translations)
  void load(namespace, textLanguage(i18n.language))
}

/** Whether every text of a language is there that is there in English. */
export function hasTexts(language: string): boolean {
  return missing(textLanguage(language)).length === 0
}

/** Ends when what was missing has come, or has failed to. */
export async function loadTexts(language: string): Promise<void> {
  const code = textLanguage(language)
  await Promise.all(missing(code).map((namespace) => load(namespace, code)))
}

function missing(code: string): string[] {
  return [...registered].flatMap(([namespace, translations]) =>
    code in translations && !arrived.has(`${namespace}/${code}`) ? [namespace] : [],
  )
}

function load(namespace: string, code: string): Promise<void> {
  const name = `${namespace}/${code}`
  const running = loads.get(name) ?? fetchTexts(namespace, code).finally(() => loads.delete(name))
  loads.set(name, running)
  return running
}

/** What does not come is read in English; another try is made when the language is chosen again. */
async function fetchTexts(namespace: string, code: string): Promise<void> {
  const name = `${namespace}/${code}`
  const translation = registered.get(namespace)?.[code]
  if (!translation || arrived.has(name)) return
  try {
    const { texts } = await translation()
    addShipped(namespace, code, texts)
    arrived.add(name)
  } catch (error) {
    console.warn(`The texts ${name} did not load:`, error)
  }
}
