import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { Person } from '../../wire'
import { nameOf } from '../people.actions'
import { KEY } from '../people.queries'
import { of } from '../security.queries'
import { EMAILS, PHONES } from './contacts.queries'
import { t } from './contacts.texts'

const touches = [KEY]

interface Email {
  readonly person: Person
  readonly email: string
}

/** Adds an email address, or marks an existing one as verified. */
export const addEmail = defineAction({
  call: (api, { person, email, isVerified }: Email & { readonly isVerified: boolean }) =>
    unwrap(api.POST(EMAILS, { ...of(person.id), body: { email, isVerified } })),
  touches,
  done: ({ person, email, isVerified }) => t(isVerified ? 'emails.vouched' : 'emails.added', named(person, email)),
})

export const makePrimary = defineAction({
  call: (api, { person, email }: Email) => unwrap(api.POST(`${EMAILS}/primary`, { ...of(person.id), body: { email } })),
  touches,
  done: ({ person, email }) => t('emails.primaryDone', named(person, email)),
})

interface Part extends Email {
  readonly id: string
}

export const removeEmail = defineAction({
  call: (api, { person, id }: Part) =>
    unwrap(api.DELETE(`${EMAILS}/{email_id}`, { params: { path: { user_id: person.id, email_id: id } } })),
  touches,
  done: ({ person, email }) => t('removed', named(person, email)),
})

interface Phone {
  readonly person: Person
  readonly phoneNumber: string
}

export const addPhone = defineAction({
  call: (api, { person, phoneNumber }: Phone) => unwrap(api.POST(PHONES, { ...of(person.id), body: { phoneNumber } })),
  touches,
  done: ({ person, phoneNumber }) => t('phones.added', named(person, phoneNumber)),
})

export const removePhone = defineAction({
  call: (api, { person, id }: Phone & { readonly id: string }) =>
    unwrap(api.DELETE(`${PHONES}/{phone_id}`, { params: { path: { user_id: person.id, phone_id: id } } })),
  touches,
  done: ({ person, phoneNumber }) => t('removed', named(person, phoneNumber)),
})

const named = (person: Person, what: string) => ({ name: nameOf(person), what })
