export interface Texts {
  readonly [key: string]: string | Texts
}

type Plural = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other'
type Singular<Key extends string> = Key extends `${infer Base}${Plural}` ? Base : Key

/** 'invite.title' | 'invite.count' for { invite: { title, count_one, count_other } }. */
export type TextKey<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Singular<Key> : `${Key}.${TextKey<T[Key]>}`
}[keyof T & string]

type Placeholders<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholders<Rest> : never

type SamePlaceholders<Text, Other> = [Placeholders<Text>] extends [Placeholders<Other>]
  ? [Placeholders<Other>] extends [Placeholders<Text>]
    ? string
    : { superfluousPlaceholder: Exclude<Placeholders<Other>, Placeholders<Text>> }
  : { missingPlaceholder: Exclude<Placeholders<Text>, Placeholders<Other>> }

/**
 * The type of a translation: the same keys and placeholders as the English texts. For languages with the plural forms
 * of English.
 */
export type SameKeys<T, Other> = {
  readonly [Key in keyof T | keyof Other]: Key extends keyof T & keyof Other
    ? T[Key] extends string
      ? SamePlaceholders<T[Key], Other[Key]>
      : SameKeys<T[Key], Other[Key]>
    : Key extends keyof T
      ? string
      : { superfluousKey: Key }
}
