import { t } from './flags.texts'

const PLACE = /(?:^|\.)rules\.(\d+)(?:\.conditions\.(\d+))?/

/**
 * Message for a problem that the server reports in a rule, with the rule's number. A pattern problem explains what
 * patterns support.
 */
export function ruleProblemMessage(place: string, text: string): string | undefined {
  const [, rule, condition] = PLACE.exec(place) ?? []
  if (rule === undefined) return undefined
  if (condition === undefined) return t('rules.wrong.rule', { rule: Number(rule) + 1 })
  const kind = text.startsWith('value of matches') ? 'refusedPattern' : 'value'
  return t(`rules.wrong.${kind}`, { rule: Number(rule) + 1, condition: Number(condition) + 1 })
}
