import type { TeamUser } from '../wire'

export type Status = 'pending' | 'active' | 'disabled'

export function statusOf({ isDisabled, activatedForTenant }: TeamUser): Status {
  if (isDisabled) return 'disabled'
  return activatedForTenant ? 'active' : 'pending'
}

/** What to call somebody: people who were only invited may have no name yet. */
export const nameOf = ({ name, email }: Pick<TeamUser, 'name' | 'email'>) => name || email
