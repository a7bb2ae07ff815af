const NAMED = ['day', 'week', 'month', 'year'] as const

/** How often a license is billed. A period that has no name here is one all the same. */
export type Cycle = (typeof NAMED)[number] | 'other'

export function cycleOf(word: string | null | undefined): Cycle | undefined {
  return word ? (NAMED.find((name) => name === word) ?? 'other') : undefined
}
