import { defineAction } from '@gatehouse/admin-portal/action'
import { ApiError, type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

export type Organization = components['schemas']['OrganizationOut']
export type NewOrganization = components['schemas']['OrganizationCreate']

const KEY = ['organization']

/** The organization, or null when there is none yet (404 is not an error here). */
export function useOrganization(): Organization | null {
  const api = useApi()
  const query = queryOptions({
    queryKey: KEY,
    queryFn: async () => {
      try {
        return await unwrap(api.GET('/api/v1/organization'))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
  return useSuspenseQuery(query).data
}

/** Creates it. When a colleague was quicker (409), theirs is read instead. */
export const createOrganization = defineAction({
  async call(api, body: NewOrganization): Promise<Organization | null> {
    try {
      return await unwrap(api.POST('/api/v1/organization', { body }))
    } catch (error) {
      if (error instanceof ApiError && error.message.startsWith('409')) return null
      throw error
    }
  },
  invalidates: [],
  updateCache: (queryClient, organization) =>
    organization ? queryClient.setQueryData(KEY, organization) : queryClient.refetchQueries({ queryKey: KEY }),
})
