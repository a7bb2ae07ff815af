import type { TeamUser } from '../wire'

export type Status = 'pending' | 'active' | 'disabled' | 'ended'

export function statusOf({ isDisabled, activatedForTenant, temporaryExpirationDate: end }: TeamUser): Status {
  if (isDisabled) return 'disabled'
  if (end && new Date(end) <= new Date()) return 'ended'
  return activatedForTenant ? 'active' : 'pending'
}

/** What to call somebody: people who were only invited may have no name yet. */
export const nameOf = ({ name, email }: Pick<TeamUser, 'name' | 'email'>) => name || email
