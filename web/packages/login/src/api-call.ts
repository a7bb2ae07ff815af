import type { paths } from '@gatehouse/api'
import type { CallOptions } from '@gatehouse/sdk'

// Requests and answers as the API description has them. These are types only: `session.call` sends the requests.

export type Path = keyof paths
export type Method = NonNullable<CallOptions['method']>

/** A `session.call` that checks paths, bodies and answers. Name `P` if the path has parameters: it is not inferred. */
export type ApiCall = <P extends Path, M extends Method = 'GET'>(
  path: P | PathWithValues<P>,
  options?: ApiCallOptions<P, M>,
) => Promise<Answer<P, M>>

interface ApiCallOptions<P extends Path, M extends Method> extends Omit<CallOptions, 'method' | 'body'> {
  readonly method?: M
  readonly body?: Body<P, M>
}

/** A path whose parameters have values. */
type PathWithValues<P extends string> = P extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${PathWithValues<End>}`
  : P

/** The answer of a successful call. */
export type Answer<P extends Path, M extends Method = 'GET'> = SuccessOf<paths[P][Lowercase<M>]>

/** What a call sends. */
export type Body<P extends Path, M extends Method = 'POST'> = BodyOf<paths[P][Lowercase<M>]>

type SuccessOf<Operation> = Operation extends { responses: infer Responses }
  ? AnswerOf<JsonOf<Responses[(200 | 201) & keyof Responses]>>
  : never
type AnswerOf<Value> = unknown extends Value ? EmptyAnswer : PresentFields<Value>

type BodyOf<Operation> = Operation extends { requestBody?: infer Request }
  ? [NonNullable<Request>] extends [never]
    ? Readonly<Record<string, never>>
    : DeepReadonly<JsonOf<NonNullable<Request>>>
  : never

type JsonOf<Message> = Message extends { content: { 'application/json': infer Value } } ? Value : unknown

/** `{}`, from which no field can be read. */
type EmptyAnswer = Readonly<Record<string, undefined>>

/**
 * Login answers omit fields that have no value, which the description calls nullable. An optional field that is not
 * nullable has a default, so it is always sent.
 */
type PresentFields<Value> = Value extends readonly (infer Item)[]
  ? readonly PresentFields<Item>[]
  : Value extends object
    ? {
        readonly [Key in keyof Value as IsNullable<Value[Key]> extends true ? never : Key]-?: PresentFields<Value[Key]>
      } & {
        readonly [Key in keyof Value as IsNullable<Value[Key]> extends true ? Key : never]: undefined extends Value[Key]
          ? PresentFields<Exclude<Value[Key], null>>
          : PresentFields<Value[Key]>
      }
    : Value

type IsNullable<Value> = unknown extends Value ? false : null extends Value ? true : false

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value

export const post = <Content>(body: Content, token?: string) => ({ method: 'POST', body, token }) as const
