import type { UsageMonth } from '../wire'
import { figuresOf } from './figures'
import { t } from './usage.texts'

/** The same numbers for a spreadsheet. What is not known is empty. Names of months and numbers
 * only: nothing in it is a formula. */
export function usageCsv(months: readonly UsageMonth[]): string {
  const figures = figuresOf(months)
  const rows = [
    [t('month'), ...figures.map((figure) => t(`figures.${figure}.column`))],
    ...months.map((month) => [month.month, ...figures.map((figure) => String(month[figure] ?? ''))]),
  ]
  const lines = rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
  // Spreadsheets take a file for another encoding without the mark at its beginning.
  return `\uFEFF${lines.join('')}`
}
