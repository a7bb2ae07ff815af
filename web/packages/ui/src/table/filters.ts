/** Filters of a table, declared once by its section: the chips, the address and the query are derived from them. */
export interface Option {
  readonly value: string
  readonly label: string
}

interface LabeledFilter {
  readonly label: () => string
}

/** One value of a fixed list. */
export interface ChoiceFilter<Value extends string = string> extends LabeledFilter {
  readonly kind: 'choice'
  readonly options: Readonly<Record<Value, () => string>>
}

export interface ChoicesFilter<Value extends string = string> extends LabeledFilter {
  readonly kind: 'choices'
  readonly options: Readonly<Record<Value, () => string>>
}

/** Options from the server: undefined until loaded, or an error. */
export type UseOptions = (isNeeded: boolean) => readonly Option[] | Error | undefined

export interface AsyncSelectFilter extends LabeledFilter {
  readonly kind: 'asyncSelect'
  readonly useOptions: UseOptions
}

export interface DatesFilter extends LabeledFilter {
  readonly kind: 'dates'
}

export interface TextFilter extends LabeledFilter {
  readonly kind: 'text'
}

export interface YesNoFilter extends LabeledFilter {
  readonly kind: 'yesNo'
}

export type Filter = ChoiceFilter | ChoicesFilter | AsyncSelectFilter | DatesFilter | TextFilter | YesNoFilter

/** By the parameter name in the address, which must not be one of the table's own. */
export type Filters = Readonly<Record<string, Filter>> & {
  readonly [own in 'page' | 'pageSize' | 'sort' | 'order' | 'filter']?: never
}

/** Days such as 2026-03-01, both inclusive; a missing end is open. */
export interface Dates {
  readonly from?: string
  readonly to?: string
}

type ValueOf<One> =
  One extends ChoiceFilter<infer Value>
    ? Value
    : One extends ChoicesFilter<infer Value>
      ? readonly Value[]
      : One extends AsyncSelectFilter
        ? readonly string[]
        : One extends DatesFilter
          ? Dates
          : One extends YesNoFilter
            ? boolean
            : string

export type FilterValues<All extends Filters = Filters> = { readonly [name in keyof All]?: ValueOf<All[name]> }

export const choice = <Value extends string>(
  label: () => string,
  options: Readonly<Record<Value, () => string>>,
): ChoiceFilter<Value> => ({ kind: 'choice', label, options })

export const choices = <Value extends string>(
  label: () => string,
  options: Readonly<Record<Value, () => string>>,
): ChoicesFilter<Value> => ({ kind: 'choices', label, options })

/** Like `choices`, with options from the server, such as roles. `useOptions` is a hook and is enabled when needed. */
export const asyncSelect = (label: () => string, useOptions: UseOptions): AsyncSelectFilter => ({
  kind: 'asyncSelect',
  label,
  useOptions,
})

export const dates = (label: () => string): DatesFilter => ({ kind: 'dates', label })
export const text = (label: () => string): TextFilter => ({ kind: 'text', label })
export const yesNo = (label: () => string): YesNoFilter => ({ kind: 'yesNo', label })

type Search = Readonly<Record<string, unknown>>

/** Reads the values of an address. Unknown or malformed values are ignored. */
export function readFilters<All extends Filters>(filters: All, search: Search): FilterValues<All> {
  const values = Object.entries(filters).map(
    ([name, filter]) => [name, parseValue(filter as Filter, search[name])] as const,
  )
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as FilterValues<All>
}

/** Converts values to address parameters; undefined if not set. */
export function writeFilters(filters: Filters, values: Search): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, formatValue(values[name])]))
}

const MAX_LENGTH = 500
// A hundred ids with separators.
const MAX_LIST_LENGTH = 4000

function parseValue(filter: Filter, raw: unknown): unknown {
  const given = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : ''
  if (given === '' || given.length > (filter.kind === 'asyncSelect' ? MAX_LIST_LENGTH : MAX_LENGTH)) return undefined
  switch (filter.kind) {
    case 'choice':
      return isOption(filter, given) ? given : undefined
    case 'choices':
      return parseList(given, (one) => isOption(filter, one))
    case 'asyncSelect':
      return parseList(given, () => true)
    case 'dates':
      return readDates(given)
    case 'yesNo':
      return given === 'yes' ? true : given === 'no' ? false : undefined
    case 'text':
      return given
  }
}

const isOption = ({ options }: ChoiceFilter | ChoicesFilter, value: string) => Object.hasOwn(options, value)

function parseList(given: string, isKnown: (one: string) => boolean): string[] | undefined {
  const known = [...new Set(given.split(','))].filter((one) => one !== '' && isKnown(one))
  return known.length > 0 ? known : undefined
}

function readDates(given: string): Dates | undefined {
  const [from = '', to = '', ...rest] = given.split('..')
  const isRange = given.includes('..') && rest.length === 0 && [from, to].every((day) => day === '' || isDay(day))
  if (!isRange || (from === '' && to === '') || (from !== '' && to !== '' && from > to)) return undefined
  return { ...(from && { from }), ...(to && { to }) }
}

function isDay(day: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined
  // JavaScript would read February 30 as a day in March.
  return time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}

function formatValue(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined
  if (typeof value === 'object' && value !== null) {
    const { from = '', to = '' } = value as Dates
    return from || to ? `${from}..${to}` : undefined
  }
  return String(value) || undefined
}
