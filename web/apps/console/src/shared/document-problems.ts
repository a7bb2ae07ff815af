import { refusedValue } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'

/** Message for a problem at a path of the document; undefined keeps the default message. */
type ProblemMessage = (place: string, text: string) => string | undefined

/** Status for messages that users can read. The messages of a 400 are technical. */
const WORDED = 422

/**
 * Maps problems of the vendor document, such as `applications.shop.redirect_uris.0: …`, to fields of a form. `names`
 * has the form's field names.
 */
export async function mapProblemsToFields<Answer>(
  names: Readonly<Record<string, string>>,
  call: Promise<Answer>,
  said: ProblemMessage = () => undefined,
): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const problems = problemsOf(error)
    if (!(error instanceof ApiError) || problems.length === 0) throw error
    const messages = problems.map((problem) => atField(names, problem, said))
    // Keeps the error code: without one, the error would count as a response of another server.
    throw new ApiError(WORDED, error.code, messages, error.traceId, error.context)
  }
}

/** All problems of a document, one line each with its path. */
export function problemsOf(error: unknown): string[] {
  const problems = error instanceof ApiError ? error.context.problems : undefined
  return Array.isArray(problems) ? problems.map(String) : []
}

function atField(names: Readonly<Record<string, string>>, problem: string, said: ProblemMessage): string {
  const [place = '', ...rest] = problem.split(': ')
  const text = rest.join(': ')
  // The innermost name is the field; the outer ones are the entry.
  const field = place
    .split('.')
    .flatMap((part) => names[part] ?? [])
    .at(-1)
  return field ? `${field}: ${said(place, text) ?? refusedValue(text)}` : problem
}
