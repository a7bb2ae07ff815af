import { i18n } from '@gatehouse/ui'
import { t } from '../portal.texts'

type Key = 'refused' | 'missing' | 'controls' | 'links' | 'address'

/** What the checks of the server's fields say in words of a programming language. */
const RAW: readonly [RegExp, Key][] = [
  [/^(Field required|String should have at least)/, 'missing'],
  [/^(String|Input|Value|List|URL) should /, 'refused'],
]
/** What people understand, if they read English. */
const ENGLISH: readonly [RegExp, Key][] = [
  [/must not contain (control characters|NUL)/, 'controls'],
  [/must not contain a link/, 'links'],
  [/must be an? ((exact )?https |origin|address)/, 'address'],
]

/** What to say at a field of what the server said of its value: in this language, and never a pattern. */
export function refusedValue(said: string): string {
  const [, count] = /^String should have at most (\d+)/.exec(said) ?? []
  if (count) return t('field.tooLong', { count })
  const isEnglish = i18n.language.startsWith('en')
  const found = (isEnglish ? RAW : [...RAW, ...ENGLISH]).find(([pattern]) => pattern.test(said))
  if (found) return t(`field.${found[1]}`)
  return isEnglish ? said : t('field.refused')
}
