import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../shared/action'
import { signalPasskeys } from '../shared/passkey-signals'
import { t } from './profile.texts'

export interface ProfileChange {
  readonly name?: string
  readonly phoneNumber?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly profilePictureUrl?: string | null
}

/** The signed-in user as the server has them now. */
export const meQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/users/v2/me', { signal })),
  })

/** Saves what changed, then shows it everywhere the person appears. */
export const saveProfile = defineAction({
  async call(api, change: ProfileChange) {
    const user = await unwrap(api.PUT('/identity/resources/users/v2/me', { body: change }))
    if (change.name !== undefined) void signalPasskeys(api)
    return user
  },
  invalidates: [],
  changesPerson: true,
  done: ({ profilePictureUrl }) => t(profilePictureUrl === null ? 'picture.removed' : 'saved'),
  refused: (_, reason) => t('picture.removeFailed', { reason }),
})

/** Ends the user's own membership; the session in the organization ends with it. */
export const leaveTenant = defineAction({
  call: (api, { tenantId }: { readonly tenantId: string; readonly name: string }) =>
    unwrap(
      api.DELETE('/identity/resources/users/v1/me/tenants/{tenant_id}', { params: { path: { tenant_id: tenantId } } }),
    ),
  invalidates: [],
  done: ({ name }) => t('leave.done', { name }),
})

/** The server keeps the picture and puts its address into the profile. */
export const savePicture = defineAction({
  call(api, picture: Blob) {
    const form = new FormData()
    form.set('image', picture, 'picture')
    return unwrap(
      api.PUT('/team/resources/profile/me/image/v1', {
        body: { image: '' },
        bodySerializer: () => form,
        parseAs: 'text',
      }),
    )
  },
  invalidates: [],
  changesPerson: true,
  done: () => t('picture.saved'),
})
