import type { Statistics } from './insight.queries'

const DAYS = 30
const DAY = 86_400_000

export interface UsedDay {
  readonly day: string
  readonly active: number
  readonly sessions: number
}

/** Every day of the 30, also those without use, which the server leaves out. Days are of UTC. */
export function everyDay(statistics: Pick<Statistics, 'from' | 'days'>): readonly UsedDay[] {
  const known = new Map(statistics.days.map((day) => [day.day, day]))
  const first = Date.parse(statistics.from)
  return Array.from({ length: DAYS }, (_, place) => {
    const day = new Date(first + place * DAY).toISOString().slice(0, 10)
    const { active = 0, sessions = 0 } = known.get(day) ?? {}
    return { day, active, sessions }
  })
}

export const dayLabel = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
