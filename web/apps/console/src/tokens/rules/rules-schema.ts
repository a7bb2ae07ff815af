import { z } from 'zod'
import { cleanLines } from '../../shared/lines-field'
import type { TokenCondition, TokenRule } from '../../wire'
import { t } from '../tokens.texts'

const MOST_RULES = 50
const MOST_CONDITIONS = 20
const MOST_VALUES = 1000
const LONGEST = 320
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Checks rules before they are sent: the server's problems do not name a field of the form. */
export const rulesSchema = z.object({
  rules: z.array(z.custom<TokenRule>()).superRefine((rules, { addIssue }) => {
    const tooMany = rules.length > MOST_RULES || rules.some(({ conditions }) => conditions.length > MOST_CONDITIONS)
    const most = { rules: MOST_RULES, conditions: MOST_CONDITIONS }
    const message = tooMany ? t('rules.wrong.most', most) : rules.map(ruleProblem).find((one) => one !== undefined)
    if (message) addIssue({ code: 'custom', message })
  }),
})

function ruleProblem({ conditions, treatment }: TokenRule, at: number): string | undefined {
  const rule = at + 1
  if (!treatment) return t('rules.wrong.template', { rule })
  const found = conditions.map(conditionProblem)
  const condition = found.findIndex((one) => one !== undefined)
  const wrong = found[condition]
  return wrong && t(`rules.wrong.${wrong}`, { rule, condition: condition + 1 })
}

function conditionProblem({ attribute, value }: TokenCondition): 'values' | 'long' | 'roles' | undefined {
  const list = cleanLines(value.list)
  if (list.length === 0) return 'values'
  if (list.length > MOST_VALUES || list.some((one) => one.length > LONGEST)) return 'long'
  return attribute === 'roleIds' && !list.every((one) => ID.test(one)) ? 'roles' : undefined
}
