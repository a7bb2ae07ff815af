import type { Person } from '../../wire'
import { PersonEmails } from './person-emails'
import { PersonPhones } from './person-phones'

/** Email addresses and phone numbers of a user. Changes that allow a sign-in require a recent MFA confirmation. */
export function PersonContacts({ person }: { readonly person: Person }) {
  return (
    <>
      <PersonEmails person={person} />
      <PersonPhones person={person} />
    </>
  )
}
