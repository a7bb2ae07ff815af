import { useFreshFactor } from '../../shared/fresh-factor'
import type { Person } from '../../wire'
import { PersonEmails } from './person-emails'
import { PersonPhones } from './person-phones'

/** What somebody is reached and known by. What opens a way in asks for a fresh second factor. */
export function PersonContacts({ person }: { readonly person: Person }) {
  const fresh = useFreshFactor()
  return (
    <>
      <PersonEmails person={person} run={fresh.run} />
      <PersonPhones person={person} run={fresh.run} />
      {fresh.dialog}
    </>
  )
}
