import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { VendorUser } from '../../wire'
import { pathParams } from '../security.queries'
import { nameOf } from '../users.actions'
import { KEY } from '../users.queries'
import { EMAILS, PHONES } from './contacts.queries'
import { t } from './contacts.texts'

const invalidates = [KEY]

interface Email {
  readonly user: VendorUser
  readonly email: string
}

/** Adds an email address, or marks an existing one as verified. */
export const addEmail = defineAction({
  call: (api, { user, email, isVerified }: Email & { readonly isVerified: boolean }) =>
    unwrap(api.POST(EMAILS, { ...pathParams(user.id), body: { email, isVerified } })),
  invalidates,
  done: ({ user, email, isVerified }) =>
    t(isVerified ? 'emails.markedVerified' : 'emails.added', toastValues(user, email)),
})

export const makePrimary = defineAction({
  call: (api, { user, email }: Email) =>
    unwrap(api.POST(`${EMAILS}/primary`, { ...pathParams(user.id), body: { email } })),
  invalidates,
  done: ({ user, email }) => t('emails.primaryDone', toastValues(user, email)),
})

interface Part extends Email {
  readonly id: string
}

export const removeEmail = defineAction({
  call: (api, { user, id }: Part) =>
    unwrap(api.DELETE(`${EMAILS}/{email_id}`, { params: { path: { user_id: user.id, email_id: id } } })),
  invalidates,
  done: ({ user, email }) => t('removed', toastValues(user, email)),
})

interface Phone {
  readonly user: VendorUser
  readonly phoneNumber: string
}

export const addPhone = defineAction({
  call: (api, { user, phoneNumber }: Phone) =>
    unwrap(api.POST(PHONES, { ...pathParams(user.id), body: { phoneNumber } })),
  invalidates,
  done: ({ user, phoneNumber }) => t('phones.added', toastValues(user, phoneNumber)),
})

export const removePhone = defineAction({
  call: (api, { user, id }: Phone & { readonly id: string }) =>
    unwrap(api.DELETE(`${PHONES}/{phone_id}`, { params: { path: { user_id: user.id, phone_id: id } } })),
  invalidates,
  done: ({ user, phoneNumber }) => t('removed', toastValues(user, phoneNumber)),
})

const toastValues = (user: VendorUser, what: string) => ({ name: nameOf(user), what })
