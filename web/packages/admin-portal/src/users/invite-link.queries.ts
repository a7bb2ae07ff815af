import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../shared/action'
import type { InviteLink } from '../wire'
import { t } from './users.texts'

const KEY = ['invite-link'] as const
const LINK = '/identity/resources/tenants/invites/v1/user'

/** Of the spec (§9): 30 days. */
export const MINUTES = 43_200

/** Whether links invite here at all. */
export const inviteConfigurationQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'configuration'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/tenants/invites/v1/configuration', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The person's own link; null when there is none. */
export const inviteLinkQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'own'],
    async queryFn({ signal }): Promise<InviteLink | null> {
      try {
        return await unwrap(api.GET(LINK, { signal }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

export interface LinkWish {
  readonly expiresInMinutes: number
  readonly shouldSendEmail: boolean
  readonly roleIds: string[]
}

export const createInviteLink = defineAction({
  call: (api, body: LinkWish) => unwrap(api.POST('/identity/resources/tenants/invites/v2/user', { body })),
  invalidates: [KEY],
})

export const extendInviteLink = defineAction({
  call: (api, expiresInMinutes: number) => unwrap(api.PATCH(LINK, { body: { expiresInMinutes } })),
  invalidates: [KEY],
  done: () => t('link.extended'),
  refused: (_, reason) => t('link.notExtended', { reason }),
})

export const setLinkMail = defineAction({
  call: (api, shouldSendEmail: boolean) => unwrap(api.PATCH(LINK, { body: { shouldSendEmail } })),
  invalidates: [KEY],
})

export const deleteInviteLink = defineAction({
  call: (api, _: undefined) => unwrap(api.DELETE(LINK)),
  invalidates: [KEY],
  done: () => t('link.deleted'),
})
