import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { VendorUser } from '../wire'
import { KEY } from './users.queries'
import { t } from './users.texts'

const invalidates = [KEY]
const pathParams = ({ id }: VendorUser) => ({ params: { path: { user_id: id } } })

export const nameOf = ({ name, email }: VendorUser) => name || email

export const lockUser = defineAction({
  call: (api, user: VendorUser) => unwrap(api.POST('/identity/resources/users/v1/{user_id}/lock', pathParams(user))),
  invalidates,
  done: (user) => t('lock.done', { name: nameOf(user) }),
})

export const unlockUser = defineAction({
  call: (api, user: VendorUser) => unwrap(api.POST('/identity/resources/users/v1/{user_id}/unlock', pathParams(user))),
  invalidates,
  done: (user) => t('unlock.done', { name: nameOf(user) }),
  refused: (user, reason) => t('unlock.refused', { name: nameOf(user), reason }),
})

export const verifyUser = defineAction({
  call: (api, user: VendorUser) => unwrap(api.POST('/identity/resources/users/v1/{user_id}/verify', pathParams(user))),
  invalidates,
  done: ({ email }) => t('verify.done', { email }),
})

export const resetMfa = defineAction({
  call: (api, user: VendorUser) =>
    unwrap(api.POST('/identity/resources/vendor-only/users/v1/{user_id}/mfa/unenroll', pathParams(user))),
  invalidates,
  done: (user) => t('unenroll.done', { name: nameOf(user) }),
})

export const changeEmail = defineAction({
  call: (api, { user, email }: { readonly user: VendorUser; readonly email: string }) =>
    unwrap(api.PUT('/identity/resources/users/v1/{user_id}/email', { ...pathParams(user), body: { email } })),
  invalidates,
  done: ({ user, email }) => t('email.done', { name: nameOf(user), email }),
})

export const makeActivationLink = defineAction({
  call: (api, user: VendorUser) =>
    unwrap(api.POST('/identity/resources/users/v1/{user_id}/links/generate-activation-token', pathParams(user))),
  invalidates,
})

export const makePasswordLink = defineAction({
  call: (api, user: VendorUser) =>
    unwrap(api.POST('/identity/resources/users/v1/{user_id}/links/generate-password-reset-token', pathParams(user))),
  invalidates,
})

export const setSuperUser = (user: VendorUser) =>
  defineAction({
    call: (api, superUser: boolean) =>
      unwrap(api.PUT('/identity/resources/users/v1/{user_id}/superuser', { ...pathParams(user), body: { superUser } })),
    invalidates,
  })

export const setInvisible = (user: VendorUser) =>
  defineAction({
    call: (api, invisible: boolean) =>
      unwrap(api.PUT('/identity/resources/users/v1/{user_id}/invisible', { ...pathParams(user), body: { invisible } })),
    invalidates,
  })
