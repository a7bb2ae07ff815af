import { PartMissingError } from './first-paint/part'
import { addTexts, addTranslations, i18n } from './i18n'
import { t } from './texts'

/** A refusal of the server, as far as it is read here: `ApiError` and its like carry a text meant for people. */
interface Refusal extends Error {
  readonly status: number
  readonly code?: string
  readonly context?: Readonly<Record<string, unknown>>
}

const NAMESPACE = 'refusals'

// The server speaks English, and says nothing where it is not reached. Other languages have their own words for its codes.
addTexts(NAMESPACE, 'en', { network: 'The server cannot be reached. Check your connection, then try again.' })
addTranslations(NAMESPACE, { de: () => import('./refusals.texts.de') })

/** What to tell a person about an error of any kind, in their language where its code is known there. */
export function errorText(error: unknown): string {
  if (error instanceof PartMissingError) return t('part.again')
  if (!isRefusal(error) || error.message === '') return t('error.unknown')
  const code = codeOf(error)
  return code && i18n.exists(code, { ns: NAMESPACE })
    ? i18n.t(code, { ...error.context, ns: NAMESPACE })
    : error.message.replace(/^\d+: /, '')
}

/** Answers that no code of ours came with are from something between the browser and the server. */
function codeOf({ code, status }: Refusal): string {
  // A screen's own words come without an answer, and without a code.
  if (code || status === 0) return code ?? ''
  return status === 413 ? 'request.too_large' : 'unreadable'
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'status' in error
}

/** The id that finds this failure in the server's log, if there is one. */
export function errorReference(error: unknown): string | undefined {
  const hasTrace = typeof error === 'object' && error !== null && 'traceId' in error
  return hasTrace && typeof error.traceId === 'string' ? error.traceId : undefined
}
