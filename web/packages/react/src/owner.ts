import { ApiError } from '@gatehouse/api'
import type { Session, SessionState } from '@gatehouse/sdk'

/** Returns a key for one user in one tenant; empty when signed out. */
export const getOwner = ({ user }: SessionState): string => (user ? `${user.id}@${user.tenantId}` : '')

/** Thrown when a call belongs to another user or tenant than the session. A change may have been saved nevertheless. */
export class TenantChangedError extends ApiError {
  constructor() {
    super(409, 'session.tenant_changed', ['You switched organizations during this change. Check whether it was saved.'])
  }
}

/**
 * Creates a `fetch` for one owner. While the session has another owner, requests are not sent, because they would carry
 * the other's token, and answers are discarded: the call throws `TenantChangedError`.
 */
export function createOwnerFetch(session: Session, owner: string): typeof fetch {
  return async (input, init) => {
    requireOwner(session, owner)
    const response = await session.fetch(input, init)
    requireOwner(session, owner)
    return response
  }
}

function requireOwner(session: Session, owner: string): void {
  if (getOwner(session.getSnapshot()) !== owner) throw new TenantChangedError()
}
