import { createInstance, type i18n as Languages } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { preferredLanguage, textLanguage } from './language/preferred'
import type { SameKeys, TextKey, Texts } from './language/text-types'

export type { Texts } from './language/text-types'

/** One instance for the whole page, separate from that of an embedding product. */
export const i18n: Languages = createInstance()

// Synchronous: English is bundled, and other languages are awaited by `loadTexts`.
void i18n.use(initReactI18next).init({
  lng: preferredLanguage(),
  fallbackLng: 'en',
  ns: [],
  resources: {},
  initAsync: false,
  // Otherwise the library prints an advertisement to the console.
  showSupportNotice: false,
  // Numbers are formatted in the page's language. Pass as text what only looks like a number, such as a year.
  interpolation: {
    escapeValue: false,
    alwaysFormat: true,
    format: (value, _, language) => value?.toLocaleString(language),
  },
})

export type Translate<T> = (key: TextKey<T>, values?: Readonly<Record<string, string | number>>) => string

/**
 * Registers a package's English texts and returns two ways to read them: `useT` in components (re-renders when the
 * language changes) and `t` elsewhere. The compiler checks keys and translations, which must have the same keys and
 * placeholders. Translations are loaded when their language is used.
 */
export function defineTexts<const T extends Texts, German extends SameKeys<T, German>>(
  namespace: string,
  english: T,
  translations?: { readonly de: () => Promise<{ readonly texts: German }> },
) {
  addShipped(namespace, 'en', english)
  addTranslations(namespace, (translations ?? {}) as Translations)
  const t: Translate<T> = (key, values) => i18n.t(key as string, { ...values, ns: namespace })
  // One function per language, so that values memoized with it, such as table columns, are recomputed when the language
  // changes.
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

/** Adds a translation, or overrides some of its texts. */
export function addTexts(namespace: string, language: string, texts: Texts): void {
  i18n.addResourceBundle(language, namespace, texts, true, true)
}

/** Keeps the vendor's own wordings that were added before. */
function addShipped(namespace: string, language: string, texts: Texts): void {
  i18n.addResourceBundle(language, namespace, texts, true, false)
}

type Translations = Readonly<Record<string, () => Promise<{ readonly texts: Texts }>>>

const translationsByNamespace = new Map<string, Translations>()
const pendingLoads = new Map<string, Promise<void>>()
const loaded = new Set<string>()

/**
 * Registers the translations of a namespace. They are loaded when their language is used; a page that is loaded later
 * loads them in the current language.
 */
export function addTranslations(namespace: string, translations: Translations): void {
  translationsByNamespace.set(namespace, translations)
  void loadNamespace(namespace, textLanguage(i18n.language))
}

/** Whether all texts of a language are loaded. */
export function hasTexts(language: string): boolean {
  return listMissing(textLanguage(language)).length === 0
}

/** Resolves when missing texts have loaded or failed to load. */
export async function loadTexts(language: string): Promise<void> {
  const code = textLanguage(language)
  await Promise.all(listMissing(code).map((namespace) => loadNamespace(namespace, code)))
}

function listMissing(code: string): string[] {
  return [...translationsByNamespace].flatMap(([namespace, translations]) =>
    code in translations && !loaded.has(`${namespace}/${code}`) ? [namespace] : [],
  )
}

function loadNamespace(namespace: string, code: string): Promise<void> {
  const name = `${namespace}/${code}`
  const running = pendingLoads.get(name) ?? fetchTexts(namespace, code).finally(() => pendingLoads.delete(name))
  pendingLoads.set(name, running)
  return running
}

/** Texts that fail to load appear in English; choosing the language again retries. */
async function fetchTexts(namespace: string, code: string): Promise<void> {
  const name = `${namespace}/${code}`
  const translation = translationsByNamespace.get(namespace)?.[code]
  if (!translation || loaded.has(name)) return
  try {
    const { texts } = await translation()
    addShipped(namespace, code, texts)
    loaded.add(name)
  } catch (error) {
    console.warn(`The texts ${name} did not load:`, error)
  }
}
