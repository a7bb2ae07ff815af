import { t } from './texts'

/** What to tell a person about an error of any kind. `ApiError` and its like carry a text meant for people. */
export function errorText(error: unknown): string {
  const isForPeople = error instanceof Error && 'status' in error && error.message !== ''
  return isForPeople ? error.message : t('error.unknown')
}

/** The id that finds this failure in the server's log, if there is one. */
export function errorReference(error: unknown): string | undefined {
  const hasTrace = typeof error === 'object' && error !== null && 'traceId' in error
  return hasTrace && typeof error.traceId === 'string' ? error.traceId : undefined
}
