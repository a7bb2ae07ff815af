import { ApiError } from '@gatehouse/api'
import type { Session, SessionState } from '@gatehouse/sdk'

/** Whose data is shown: one user in one tenant. Empty when no user is signed in. */
export const ownerOf = ({ user }: SessionState): string => (user ? `${user.id}@${user.tenantId}` : '')

/** A call of one user in one tenant, while the session has another. A change that it made may have been saved. */
export class TenantChangedError extends ApiError {
  constructor() {
    super(409, 'session.tenant_changed', [
      'The organization was changed meanwhile. Check whether your change was saved.',
    ])
  }
}

/**
 * The session's `fetch` for one owner. While the session has another, no request goes out, because it would go out under
 * the other's token, and no answer comes in: the call throws `TenantChangedError`.
 */
export function ownedFetch(session: Session, owner: string): typeof fetch {
  return async (input, init) => {
    requireOwner(session, owner)
    const response = await session.fetch(input, init)
    requireOwner(session, owner)
    return response
  }
}

function requireOwner(session: Session, owner: string): void {
  if (ownerOf(session.getSnapshot()) !== owner) throw new TenantChangedError()
}
