/** A call of the preview. */
export interface PreviewRequest<Body = Record<string, never>> {
  /** The parts of the path that vary, by their names in the API's description. */
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Body
}

/** Returns the answer; an empty one if undefined. */
export type Answer = (request: PreviewRequest<never>) => unknown

/** By method and path as the API describes them: `GET /identity/resources/users/v1/{user_id}`. */
export type Answers = Readonly<Record<string, Answer>>

/** Gives the body of a call its type without checking it: the screens of the portal send valid bodies. */
export const withBody =
  <Body>(answer: (request: PreviewRequest<Body>) => unknown): Answer =>
  (request) =>
    answer(request as PreviewRequest<Body>)

/** An error response. */
export class PreviewError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

interface AnswerMatch {
  readonly answer: Answer
  readonly path: Readonly<Record<string, string>>
}

/** Returns the answer to a call, with the parameters of its path. */
export function findAnswer(answers: Answers, method: string, pathname: string): AnswerMatch | undefined {
  const exact = answers[`${method} ${pathname}`]
  if (exact) return { answer: exact, path: {} }
  for (const [call, answer] of Object.entries(answers)) {
    const [of, template = ''] = call.split(' ')
    const path = of === method ? matchPath(template, pathname) : undefined
    if (path) return { answer, path }
  }
  return undefined
}

function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), pathname.split('/')]
  if (wanted.length !== given.length) return undefined
  const named: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith('{')) named[part.slice(1, -1)] = decodeURIComponent(value)
    else if (part !== value) return undefined
  }
  return named
}
