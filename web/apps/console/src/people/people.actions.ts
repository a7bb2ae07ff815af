import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { Person } from '../wire'
import { KEY } from './people.queries'
import { t } from './people.texts'

const touches = [KEY]
const of = ({ id }: Person) => ({ params: { path: { user_id: id } } })

export const nameOf = ({ name, email }: Person) => name || email

export const lockPerson = defineAction({
  call: (api, person: Person) => unwrap(api.POST('/identity/resources/users/v1/{user_id}/lock', of(person))),
  touches,
  done: (person) => t('lock.done', { name: nameOf(person) }),
})

export const unlockPerson = defineAction({
  call: (api, person: Person) => unwrap(api.POST('/identity/resources/users/v1/{user_id}/unlock', of(person))),
  touches,
  done: (person) => t('unlock.done', { name: nameOf(person) }),
  refused: (person, reason) => t('unlock.refused', { name: nameOf(person), reason }),
})

export const verifyPerson = defineAction({
  call: (api, person: Person) => unwrap(api.POST('/identity/resources/users/v1/{user_id}/verify', of(person))),
  touches,
  done: ({ email }) => t('verify.done', { email }),
})

export const unenrollPerson = defineAction({
  call: (api, person: Person) =>
    unwrap(api.POST('/identity/resources/vendor-only/users/v1/{user_id}/mfa/unenroll', of(person))),
  touches,
  done: (person) => t('unenroll.done', { name: nameOf(person) }),
})

export const changeEmail = defineAction({
  call: (api, { person, email }: { readonly person: Person; readonly email: string }) =>
    unwrap(api.PUT('/identity/resources/users/v1/{user_id}/email', { ...of(person), body: { email } })),
  touches,
  done: ({ person, email }) => t('email.done', { name: nameOf(person), email }),
})

export const makeActivationLink = defineAction({
  call: (api, person: Person) =>
    unwrap(api.POST('/identity/resources/users/v1/{user_id}/links/generate-activation-token', of(person))),
  touches,
})

export const makePasswordLink = defineAction({
  call: (api, person: Person) =>
    unwrap(api.POST('/identity/resources/users/v1/{user_id}/links/generate-password-reset-token', of(person))),
  touches,
})

export const setSuperUser = (person: Person) =>
  defineAction({
    call: (api, superUser: boolean) =>
      unwrap(api.PUT('/identity/resources/users/v1/{user_id}/superuser', { ...of(person), body: { superUser } })),
    touches,
  })

export const setInvisible = (person: Person) =>
  defineAction({
    call: (api, invisible: boolean) =>
      unwrap(api.PUT('/identity/resources/users/v1/{user_id}/invisible', { ...of(person), body: { invisible } })),
    touches,
  })
