import type { Rule } from '../wire'

export type Condition = NonNullable<Rule['conditions']>[number]

const LISTS = ['in_list', 'starts_with', 'ends_with', 'contains'] as const
const NUMBERS = ['equal', 'greater_than', 'greater_than_equal', 'lower_than', 'lower_than_equal'] as const
const DATES = ['on', 'on_or_after', 'on_or_before'] as const
const TEXT = [...LISTS, 'matches'] as const

export const OPERATORS = [...TEXT, ...NUMBERS, 'between_numeric', 'is', ...DATES, 'between_date'] as const
/** Tokens contain no dates. */
const UNDATED = OPERATORS.filter((one) => !([...DATES, 'between_date'] as readonly string[]).includes(one))
export type Operator = (typeof OPERATORS)[number]

/** Attributes of the user that the server knows. The product passes all others. */
export const KNOWN = ['frontegg.email', 'frontegg.emailVerified', 'frontegg.tenantId', 'frontegg.userId'] as const

export function operatorsFor(attribute: string): readonly Operator[] {
  if (attribute === 'frontegg.emailVerified') return ['is']
  if (attribute.startsWith('frontegg.')) return TEXT
  return attribute.startsWith('jwt.') ? UNDATED : OPERATORS
}

export type Kind = 'list' | 'text' | 'number' | 'numbers' | 'boolean' | 'date' | 'dates'

export function kindOf(operator: string): Kind {
  const isOneOf = (all: readonly string[]) => all.includes(operator)
  if (isOneOf(LISTS)) return 'list'
  if (isOneOf(NUMBERS)) return 'number'
  if (isOneOf(DATES)) return 'date'
  if (operator === 'matches') return 'text'
  if (operator === 'is') return 'boolean'
  return operator === 'between_numeric' ? 'numbers' : 'dates'
}

const EMPTY: Record<Kind, Condition['value']> = {
  list: { list: [] },
  text: { string: '' },
  number: { number: 0 },
  numbers: { start: 0, end: 0 },
  boolean: { boolean: true },
  date: { date: '' },
  dates: { start: '', end: '' },
}

/** Changes the operator, and keeps the value if it fits. */
export function withOperator(condition: Condition, op: Operator): Condition {
  const isSame = kindOf(op) === kindOf(condition.op)
  return { ...condition, op, value: isSame ? condition.value : EMPTY[kindOf(op)] }
}

export function withAttribute(condition: Condition, attribute: string): Condition {
  const attributeType = attribute.startsWith('frontegg.') ? 'frontegg' : 'custom'
  const changed: Condition = { ...condition, attribute, attributeType }
  const operators = operatorsFor(attribute)
  const fits = operators.some((one) => one === condition.op)
  return fits ? changed : withOperator(changed, operators[0] ?? 'in_list')
}

export const newCondition = (): Condition => ({
  attribute: 'frontegg.email',
  attributeType: 'frontegg',
  negate: false,
  op: 'ends_with',
  value: EMPTY.list,
})

export const newRule = (): Rule => ({
  description: '',
  conditionLogic: 'and',
  conditions: [newCondition()],
  treatment: 'true',
})

/** Removes empty lines from lists, as the server expects. */
export function cleanRules(rules: readonly Rule[]): Rule[] {
  return rules.map((rule) => ({
    ...rule,
    conditions: (rule.conditions ?? []).map((one) => {
      const { list } = one.value as { list?: string[] }
      if (!list) return one
      return { ...one, value: { list: list.map((line) => line.trim()).filter((line) => line !== '') } }
    }),
  }))
}
