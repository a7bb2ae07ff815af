import type { Report } from '../wire'
import { t } from './reports.texts'

/** Those that have words of their own here; the server's names are English. */
const KINDS = { 'Account activity': 'activity', 'Account security': 'security' } as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

export const kindOf = ({ name }: Pick<Report, 'name'>): Kind | undefined =>
  Object.entries(KINDS).find(([known]) => known === name)?.[1]

export function nameOf(report: Report): string {
  const kind = kindOf(report)
  return kind ? t(`kinds.${kind}.name`) : report.name
}

export function textOf(report: Report): string {
  const kind = kindOf(report)
  return kind ? t(`kinds.${kind}.text`) : report.description
}
