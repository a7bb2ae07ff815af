import type { TeamUser } from '../wire'

export type Status = 'pending' | 'active' | 'disabled' | 'ended'

export function statusOf({ isDisabled, activatedForTenant, temporaryExpirationDate: end }: TeamUser): Status {
  if (isDisabled) return 'disabled'
  if (end && new Date(end) <= new Date()) return 'ended'
  return activatedForTenant ? 'active' : 'pending'
}

/** The display name of a user: their address while an invited user has no name. */
export const nameOf = ({ name, email }: Pick<TeamUser, 'name' | 'email'>) => name || email
