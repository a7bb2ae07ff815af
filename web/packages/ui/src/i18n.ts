import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/** One instance for the whole page, apart from any that the embedding product has. */
export const i18n = createInstance()

// Synchronous: a first paint without texts would be worse than a language that arrives a moment later.
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  ns: [],
  resources: {},
  initAsync: false,
  // The library would otherwise advertise its maker in everybody's console.
  showSupportNotice: false,
  interpolation: { escapeValue: false },
  returnNull: false,
})

export interface Texts {
  readonly [key: string]: string | Texts
}

type Plural = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other'
type Singular<Key extends string> = Key extends `${infer Base}${Plural}` ? Base : Key

/** 'invite.title' | 'invite.count' for { invite: { title, count_one, count_other } }. */
export type TextKey<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Singular<Key> : `${Key}.${TextKey<T[Key]>}`
}[keyof T & string]

export type Translate<T> = (key: TextKey<T>, values?: Readonly<Record<string, string | number>>) => string

/**
 * Registers a package's English texts and returns the two ways to read them: `useT` in components (renders again when
 * the language changes) and `t` elsewhere. Keys are checked by the compiler.
 */
export function defineTexts<const T extends Texts>(namespace: string, english: T) {
  addTexts(namespace, 'en', english)
  const t: Translate<T> = (key, values) => i18n.t(key as string, { ...values, ns: namespace })
  // biome-ignore lint/correctness/noComponentHookFactories: called once per package, at module level.
  function useT(): Translate<T> {
    useTranslation(namespace, { i18n, useSuspense: false })
    return t
  }
  return { t, useT }
}

/** Adds a translation, or overrides some texts of one. */
export function addTexts(namespace: string, language: string, texts: Texts): void {
  i18n.addResourceBundle(language, namespace, texts, true, true)
}
