import { ChunkLoadError } from './first-paint/chunk'
import { addTexts, addTranslations, i18n } from './i18n'
import { t } from './texts'

/** An error of the server with a text for users, such as `ApiError`. */
interface ServerError extends Error {
  readonly status: number
  readonly code?: string
  readonly context?: Readonly<Record<string, unknown>>
}

const NAMESPACE = 'refusals'

// The server's texts are English, and there is none if it cannot be reached. Other languages translate its codes.
addTexts(NAMESPACE, 'en', { network: 'The server cannot be reached. Check your connection, then try again.' })
addTranslations(NAMESPACE, { de: () => import('./refusals.texts.de') })

/** Returns a message for the user about any error, translated if its code is known. */
export function errorText(error: unknown): string {
  if (error instanceof ChunkLoadError) return t('chunk.again')
  if (!isServerError(error) || error.message === '') return t('error.unknown')
  const code = getErrorCode(error)
  return code && i18n.exists(code, { ns: NAMESPACE })
    ? i18n.t(code, { ...error.context, ns: NAMESPACE })
    : error.message.replace(/^\d+: /, '')
}

/** Responses without a code come from a proxy between the browser and the server. */
function getErrorCode({ code, status }: ServerError): string {
  // Errors created by a screen have neither a response nor a code.
  if (code || status === 0) return code ?? ''
  return status === 413 ? 'request.too_large' : 'unreadable'
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'status' in error
}

/** Returns the id that finds this failure in the server's log, if there is one. */
export function errorReference(error: unknown): string | undefined {
  const hasTrace = typeof error === 'object' && error !== null && 'traceId' in error
  return hasTrace && typeof error.traceId === 'string' ? error.traceId : undefined
}
