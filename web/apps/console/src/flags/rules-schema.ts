import { z } from 'zod'
import type { Rule } from '../wire'
import { type Condition, KNOWN, kindOf } from './conditions'
import { t } from './flags.texts'

const ATTRIBUTE = /^[A-Za-z0-9_.:/-]{1,200}$/
const DATE = /^\d{4}-\d{2}-\d{2}/

type ConditionProblem = 'attribute' | 'unknown' | 'number' | 'numbers' | 'date' | 'dates' | 'pattern'

/** Checks rules before they are sent: the server's problems do not name a field of the form. */
export const rulesSchema = z.array(z.custom<Rule>()).superRefine((rules, { addIssue }) => {
  const found = rules.flatMap(({ conditions = [] }, rule) =>
    conditions.map((one, condition) => ({ rule: rule + 1, condition: condition + 1, wrong: conditionProblem(one) })),
  )
  for (const { wrong, ...at } of found) {
    if (wrong) addIssue({ code: 'custom', message: t(`rules.wrong.${wrong}`, at) })
  }
})

function conditionProblem({ attribute, op, value }: Condition): ConditionProblem | undefined {
  if (!ATTRIBUTE.test(attribute)) return 'attribute'
  if (attribute.startsWith('frontegg.') && !KNOWN.some((one) => one === attribute)) return 'unknown'
  const { number, date, start, end, string } = value as Record<string, unknown>
  switch (kindOf(op)) {
    case 'number':
      return isNumber(number) ? undefined : 'number'
    case 'numbers':
      return isNumber(start) && isNumber(end) && start <= end ? undefined : 'numbers'
    case 'date':
      return isDate(date) ? undefined : 'date'
    case 'dates':
      return isDate(start) && isDate(end) && start <= end ? undefined : 'dates'
    case 'text':
      return isPattern(string) ? undefined : 'pattern'
  }
  return undefined
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isDate = (value: unknown): value is string => typeof value === 'string' && DATE.test(value)

function isPattern(value: unknown): boolean {
  try {
    return new RegExp(String(value)) instanceof RegExp
  } catch {
    return false
  }
}
