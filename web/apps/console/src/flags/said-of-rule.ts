import { t } from './flags.texts'

const PLACE = /(?:^|\.)rules\.(\d+)(?:\.conditions\.(\d+))?/

/** What the server refuses in a rule, with its number: of a pattern all that may stand in one. */
export function saidOfRule(place: string, text: string): string | undefined {
  const [, rule, condition] = PLACE.exec(place) ?? []
  if (rule === undefined) return undefined
  if (condition === undefined) return t('rules.wrong.rule', { rule: Number(rule) + 1 })
  const kind = text.startsWith('value of matches') ? 'refusedPattern' : 'value'
  return t(`rules.wrong.${kind}`, { rule: Number(rule) + 1, condition: Number(condition) + 1 })
}
