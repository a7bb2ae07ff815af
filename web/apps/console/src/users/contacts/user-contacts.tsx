import type { VendorUser } from '../../wire'
import { UserEmails } from './user-emails'
import { UserPhones } from './user-phones'

/** Email addresses and phone numbers of a user. Changes that allow a sign-in require a recent MFA confirmation. */
export function UserContacts({ user }: { readonly user: VendorUser }) {
  return (
    <>
      <UserEmails user={user} />
      <UserPhones user={user} />
    </>
  )
}
