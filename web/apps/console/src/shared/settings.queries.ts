import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { mapProblemsToFields } from './document-problems'

const PATH = '/vendor/resources/configuration/v1/{table}'
export const SETTINGS = ['settings'] as const

export type Table =
  | 'billing'
  | 'brand'
  | 'custom_social'
  | 'events'
  | 'flags'
  | 'mobile_apps'
  | 'policies'
  | 'portal'
  | 'second_factors'
  | 'sign_in'
  | 'social'
  | 'sso'
  | 'workspace'

/** A table of the vendor document without secrets, see docs/reference/vendor-document.md. */
export const settingsQuery = <Values>(api: ApiClient, table: Table) =>
  queryOptions({
    queryKey: [...SETTINGS, table],
    queryFn: ({ signal }) => readSettings<Values>(api, table, signal),
  })

export async function readSettings<Values>(api: ApiClient, table: Table, signal?: AbortSignal): Promise<Values> {
  const { values } = await unwrap(api.GET(PATH, { params: { path: { table } }, ...(signal && { signal }) }))
  return values as Values
}

interface Places {
  readonly names: Readonly<Record<string, string>>
  readonly said: Parameters<typeof mapProblemsToFields>[2]
}

interface Change {
  readonly table: Table
  readonly values?: Readonly<Record<string, unknown>>
  /** Fields to reset to their default, or entries to delete. */
  readonly remove?: string[]
  /** Name for the toast. */
  readonly name?: string
}

export const changeSettings = (done: (change: Change) => string) =>
  defineAction({ call: (api, change: Change) => patchSettings(api, change), invalidates: [SETTINGS], done })

/** Updates a table of the document. Problems are mapped to fields by name, or by `at` as in `atFields`. */
export function patchSettings(
  api: ApiClient,
  { table, values = {}, remove = [] }: Change,
  at: Partial<Places> = {},
): Promise<unknown> {
  const { names = Object.fromEntries(fieldsOf(values).map((name) => [name, name])), said } = at
  return mapProblemsToFields(
    names,
    unwrap(api.PATCH(PATH, { params: { path: { table } }, body: { values, remove } })),
    said,
  )
}

/** Field names of the table, or of its entries. */
const fieldsOf = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? [name, ...Object.keys(value)] : [name],
  )
