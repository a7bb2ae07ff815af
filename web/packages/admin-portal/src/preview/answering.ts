/** What a call of the preview brings along. */
export interface Asked<Body = Record<string, never>> {
  /** The parts of the path that vary, by their names in the API's description. */
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Body
}

/** Nothing is an empty answer. */
export type Answer = (asked: Asked<never>) => unknown

/** By method and path as the API describes them: `GET /identity/resources/users/v1/{user_id}`. */
export type Answers = Readonly<Record<string, Answer>>

/** Gives the body of a call its type without checking it: the screens of the portal send valid bodies. */
export const taking =
  <Body>(answer: (asked: Asked<Body>) => unknown): Answer =>
  (asked) =>
    answer(asked as Asked<Body>)

/** The answer is a refusal, as the server would refuse. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

interface Found {
  readonly answer: Answer
  readonly path: Readonly<Record<string, string>>
}

/** The answer to a call, with what its path names. */
export function find(answers: Answers, method: string, pathname: string): Found | undefined {
  const exact = answers[`${method} ${pathname}`]
  if (exact) return { answer: exact, path: {} }
  for (const [call, answer] of Object.entries(answers)) {
    const [of, template = ''] = call.split(' ')
    const path = of === method ? partsOf(template, pathname) : undefined
    if (path) return { answer, path }
  }
  return undefined
}

function partsOf(template: string, pathname: string): Record<string, string> | undefined {
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
