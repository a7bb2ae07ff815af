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
  return rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')
}

/** Spreadsheets take a file for another encoding without the mark at its beginning. */
export function saveCsv(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
