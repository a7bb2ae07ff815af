import { refusedValue } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'

/** What to say of a problem at this place of the document; undefined leaves it to the words that every field has. */
type Said = (place: string, text: string) => string | undefined

/** As people read it; a 400 says what a value is in words of a programming language. */
const WORDED = 422

/**
 * What changes the vendor's document is refused with its places there, `applications.shop.redirect_uris.0: …`. `names`
 * has the form's names of them, so that each problem stands at its field.
 */
export async function atFields<Answer>(
  names: Readonly<Record<string, string>>,
  call: Promise<Answer>,
  said: Said = () => undefined,
): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const problems = problemsOf(error)
    if (!(error instanceof ApiError) || problems.length === 0) throw error
    const messages = problems.map((problem) => atField(names, problem, said))
    // With its code: what has none would count as an answer that is not the server's own.
    throw new ApiError(WORDED, error.code, messages, error.traceId, error.context)
  }
}

/** All that is wrong with a document, one line each with its place. */
export function problemsOf(error: unknown): string[] {
  const problems = error instanceof ApiError ? error.context.problems : undefined
  return Array.isArray(problems) ? problems.map(String) : []
}

function atField(names: Readonly<Record<string, string>>, problem: string, said: Said): string {
  const [place = '', ...rest] = problem.split(': ')
  const text = rest.join(': ')
  // The innermost: what is around it is the entry that has the field.
  const field = place
    .split('.')
    .flatMap((part) => names[part] ?? [])
    .at(-1)
  return field ? `${field}: ${said(place, text) ?? refusedValue(text)}` : problem
}
