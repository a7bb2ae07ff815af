import type { Person } from '../../wire'
import { PersonEmails } from './person-emails'
import { PersonPhones } from './person-phones'

/** What somebody is reached and known by. What opens a way in asks for a fresh second factor. */
export function PersonContacts({ person }: { readonly person: Person }) {
  return (
    <>
      <PersonEmails person={person} />
      <PersonPhones person={person} />
    </>
  )
}
