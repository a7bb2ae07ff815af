import { ApiError } from '@gatehouse/api'
import { useRef } from 'react'
import { t } from './edited.texts'

/** What people read of a value that is a word of the server. */
export type Words<Values> = { readonly [Name in keyof Values]?: (value: Values[Name]) => string }
type Merge<Values> = (started: Partial<Values>, changed: Partial<Values>, now: Partial<Values>) => Partial<Values>

/**
 * What to save of an edit that others may have overtaken. Of a list go the entries that were added and removed here; what
 * another administrator has set to another value is refused at its field, with that value, and replaced by the next save.
 */
export function useEdited<Values extends object>(words: Words<Values> = {}): Merge<Values> {
  const told = useRef<{ readonly of: Partial<Values>; readonly values: Partial<Values> }>({ of: {}, values: {} })
  return (started, changed, now) => {
    // What was told of an edit says nothing of the next one, which starts with what that one saved.
    const known: Partial<Values> = isSame(told.current.of, started) ? told.current.values : {}
    const before = { ...started, ...known }
    const names = Object.keys(changed) as (keyof Values & string)[]
    const overtaken = names.filter((name) => !isMine(before[name], changed[name], now[name]))
    if (overtaken.length > 0) {
      told.current = { of: started, values: { ...known, ...pick(now, overtaken) } }
      throw new ApiError(
        409,
        '',
        overtaken.map((name) => `${name}: ${overtakenBy(now[name], words[name])}`),
      )
    }
    return Object.fromEntries(
      names.map((name) => [name, mergeValue(before[name], changed[name], now[name])]),
    ) as unknown as Partial<Values>
  }
}

/** Whether the edit conflicts with no other: the value is unchanged, already as wanted, or a list that can be merged. */
const isMine = (before: unknown, mine: unknown, now: unknown) =>
  isSame(before, now) || isSame(mine, now) || [before, mine, now].every(isTexts)

function mergeValue(before: unknown, mine: unknown, now: unknown): unknown {
  if (isSame(before, now) || !isTexts(before) || !isTexts(mine) || !isTexts(now)) return mine
  const kept = now.filter((one) => mine.includes(one) || !before.includes(one))
  return [...kept, ...mine.filter((one) => !before.includes(one) && !now.includes(one))]
}

function overtakenBy(value: unknown, word?: (value: never) => string): string {
  const now = word ? (word as (value: unknown) => string)(value) : value
  const isShort = (typeof now === 'string' && now !== '' && now.length <= 200) || typeof now === 'number'
  return isShort ? t('by', { value: now as string | number }) : t('other')
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const pick = <Values extends object>(values: Partial<Values>, names: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as unknown as Partial<Values>
