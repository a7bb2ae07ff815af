import { ApiError } from '@gatehouse/api'
import { addTranslations, i18n } from '@gatehouse/ui'
import { problemsOf } from '../shared/document-problems'

const NAMESPACE = 'console.problems'

// English texts come from the server.
addTranslations(NAMESPACE, { de: () => import('./problems.texts.de') })

interface ProblemCode {
  readonly place: string
  readonly code: string
  readonly given: Readonly<Record<string, unknown>>
}

/** All problems of a document, one line each with its path, in the user's language. */
export function problemMessages(error: unknown): string[] {
  const codes = error instanceof ApiError ? error.context.problemCodes : undefined
  const coded: readonly ProblemCode[] = Array.isArray(codes) ? codes : []
  return problemsOf(error).map((line, at) => translateProblem(coded[at]) ?? line)
}

function translateProblem(problem: ProblemCode | undefined): string | undefined {
  if (!problem || !i18n.exists(problem.code, { ns: NAMESPACE })) return undefined
  const text = i18n.t(problem.code, { ...problem.given, ns: NAMESPACE })
  return problem.place ? `${problem.place}: ${text}` : text
}
