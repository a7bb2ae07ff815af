import { ApiError } from '@gatehouse/api'
import { errorText } from '@gatehouse/ui'
import { t } from './licenses.texts'

const COLUMNS = ['tenantId', 'seats', 'licenseType', 'name', 'until', 'billingEmail', 'reference', 'key'] as const

/** Reason why a line was rejected, in the user's language. Parsing errors start with the name of the column. */
export function lineProblemMessage(code: string, problem: string): string {
  if (code !== 'licenses.unreadable_line') return errorText(new ApiError(400, code, [problem]))
  const column = COLUMNS.find((name) => problem.startsWith(`${name} `))
  return t(`import.wrong.${column ?? 'line'}`)
}
