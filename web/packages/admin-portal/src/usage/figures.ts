import type { UsageMonth } from '../wire'

export const FIGURES = ['activePeople', 'signIns', 'seats', 'apiCalls', 'tokensCreated'] as const
export type Figure = (typeof FIGURES)[number]

/** Those that have a source: without a license there are no seats. */
export const figuresOf = (months: readonly UsageMonth[]): Figure[] =>
  FIGURES.filter((figure) => monthsOf(months, figure).length > 0)

/** Those of which it is known: calls of months before they were counted are not. */
export const monthsOf = (months: readonly UsageMonth[], figure: Figure): UsageMonth[] =>
  months.filter((month) => month[figure] !== null)

export const countOf = (month: UsageMonth, figure: Figure): number => month[figure] ?? 0

export interface Trend {
  readonly kind: 'more' | 'less' | 'same' | 'only' | 'none'
  /** The last month that is over, or the only one. */
  readonly month: UsageMonth | undefined
  readonly percent: number
}

/** How the last month that is over compares with the one before it; the one that runs is not compared. */
export function trendOf(months: readonly UsageMonth[], figure: Figure): Trend {
  const [month = months.at(-1), before] = [months.at(-2), months.at(-3)]
  if (!month || months.every((one) => countOf(one, figure) === 0)) return { kind: 'none', month, percent: 0 }
  const [now, then] = [countOf(month, figure), before ? countOf(before, figure) : 0]
  const percent = then > 0 ? Math.round((Math.abs(now - then) / then) * 100) : 0
  if (!before || then === 0) return { kind: 'only', month, percent }
  if (percent === 0) return { kind: 'same', month, percent }
  return { kind: now > then ? 'more' : 'less', month, percent }
}
