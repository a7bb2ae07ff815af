import type { Attribute, Attributes, Condition, Rule } from './types'

type Value = Condition['value']
/** Undefined if the operator does not apply to the attribute or value. */
type Operator = (attribute: Attribute, value: Value) => boolean | undefined

const OPERATORS: Readonly<Record<string, Operator>> = {
  in_list: (attribute, value) =>
    Array.isArray(attribute)
      ? matchesList(value, (entry) => attribute.includes(entry))
      : matchesText(attribute, value, (text, entry) => text === entry),
  starts_with: (attribute, value) => matchesText(attribute, value, (text, entry) => text.startsWith(entry)),
  ends_with: (attribute, value) => matchesText(attribute, value, (text, entry) => text.endsWith(entry)),
  contains: (attribute, value) => matchesText(attribute, value, (text, entry) => text.includes(entry)),
  matches: (attribute, { string }) =>
    isString(attribute) && isString(string) && attribute.length <= MAX_TEXT_LENGTH
      ? getPattern(string)?.test(attribute)
      : undefined,
  equal: (attribute, { number }) => compareNumbers(attribute, number, number, (is, wanted) => is === wanted),
  greater_than: (attribute, { number }) => compareNumbers(attribute, number, number, (is, least) => is > least),
  greater_than_equal: (attribute, { number }) => compareNumbers(attribute, number, number, (is, least) => is >= least),
  lower_than: (attribute, { number }) => compareNumbers(attribute, number, number, (is, most) => is < most),
  lower_than_equal: (attribute, { number }) => compareNumbers(attribute, number, number, (is, most) => is <= most),
  between_numeric: (attribute, { start, end }) => compareNumbers(attribute, start, end, isBetween),
  is: (attribute, { boolean }) =>
    typeof attribute === 'boolean' && typeof boolean === 'boolean' ? attribute === boolean : undefined,
  on: (attribute, { date }) => compareDates(attribute, date, date, (is, day) => is === day),
  on_or_after: (attribute, { date }) => compareDates(attribute, date, date, (is, day) => is >= day),
  on_or_before: (attribute, { date }) => compareDates(attribute, date, date, (is, day) => is <= day),
  between_date: (attribute, { start, end }) => compareDates(attribute, start, end, isBetween),
}

/** Returns the treatment of the first rule whose conditions are met. */
export function findTreatment(
  rules: readonly Rule[] | undefined,
  attributes: Attributes,
): Rule['treatment'] | undefined {
  return rules?.find(({ conditions }) => conditions.every((condition) => isConditionMet(condition, attributes)))
    ?.treatment
}

/** If the operator does not apply to the value, the condition is false, even when negated. */
export function isConditionMet({ attribute, op, negate, value }: Condition, attributes: Attributes): boolean {
  const operator = Object.hasOwn(OPERATORS, op) ? OPERATORS[op] : undefined
  const known = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
  const is = operator?.(known, value)
  return is === undefined ? false : is !== negate
}

const isString = (given: unknown): given is string => typeof given === 'string'

const isBetween = (is: number, start: number, end: number): boolean => is >= start && is <= end

function matchesList({ list }: Value, fits: (entry: string) => boolean): boolean | undefined {
  return Array.isArray(list) && list.every(isString) ? list.some(fits) : undefined
}

function matchesText(attribute: Attribute, value: Value, fits: (text: string, entry: string) => boolean) {
  return isString(attribute) ? matchesList(value, (entry) => fits(attribute, entry)) : undefined
}

type Comparison = (is: number, start: number, end: number) => boolean

function compareNumbers(attribute: Attribute, start: unknown, end: unknown, compare: Comparison): boolean | undefined {
  if (typeof attribute !== 'number' || typeof start !== 'number' || typeof end !== 'number') return undefined
  return compare(attribute, start, end)
}

function compareDates(attribute: Attribute, start: unknown, end: unknown, compares: Comparison): boolean | undefined {
  const instants = [toTimestamp(attribute), toTimestamp(start, true), toTimestamp(end, true)] as const
  return attribute instanceof Date && instants.every(Number.isFinite) ? compares(...instants) : undefined
}

const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i

/** Returns NaN for anything that is not a date. Text without a time zone is UTC. */
function toTimestamp(given: unknown, acceptsText = false): number {
  if (given instanceof Date) return given.getTime()
  if (!acceptsText || !isString(given)) return Number.NaN
  const needsZone = given.includes('T') && !HAS_ZONE.test(given)
  return Date.parse(needsZone ? `${given}Z` : given)
}

/** In code units. Matching time grows with the square of the length. */
const MAX_TEXT_LENGTH = 2000

const patterns = new Map<string, RegExp | undefined>()

/** The server only accepts patterns that every engine evaluates quickly. */
function getPattern(pattern: string): RegExp | undefined {
  if (!patterns.has(pattern)) patterns.set(pattern, compilePattern(pattern))
  return patterns.get(pattern)
}

function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern)
  } catch {
    return undefined
  }
}
