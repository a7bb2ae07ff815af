import { useAuthUser } from '@gatehouse/react'
import { usePermissions } from '../shared/permissions'

/** Whether this person's rights reach the people of the accounts below: they were let in, or may let people in. */
export function useMayEnter(): boolean {
  const can = usePermissions()
  const { subAccountAccessAllowed } = useAuthUser()
  return (
    can('fe.secure.read.users') &&
    (subAccountAccessAllowed === true || can('fe.account-hierarchy.write.subAccountAccess'))
  )
}
