import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { TokenRule, TokenTemplate } from '../wire'

export const KEY = ['token-templates'] as const
export const TARGETING_KEY = [...KEY, 'targeting'] as const
export const TEMPLATES = '/identity/resources/jwt-templates/v1'
export const TARGETING = '/identity/resources/configurations/v1/jwt-template-targeting'
/** The server allows at most 100. */
const MOST = 100

export const templatesTable = defineTable({ start: { sort: 'name', order: 'asc' } })

export async function readTemplates(api: ApiClient, signal?: AbortSignal): Promise<TokenTemplate[]> {
  const query = { _limit: MOST }
  const { items } = await unwrap(api.GET(TEMPLATES, { params: { query }, ...(signal && { signal }) }))
  return items
}

export const templatesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...KEY, 'list'], queryFn: ({ signal }) => readTemplates(api, signal) })

/** Rules, and whether they exist on the server: the first rules are created, later ones replaced. */
export interface Targeting {
  readonly exists: boolean
  readonly rules: TokenRule[]
}

export async function readTargeting(api: ApiClient, signal?: AbortSignal): Promise<Targeting> {
  try {
    const { targeting } = await unwrap(api.GET(TARGETING, signal ? { signal } : {}))
    return { exists: true, rules: targeting.rules }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'jwt_targeting.not_found') return { exists: false, rules: [] }
    throw error
  }
}

export const targetingQuery = (api: ApiClient) =>
  queryOptions({ queryKey: TARGETING_KEY, queryFn: ({ signal }) => readTargeting(api, signal) })
