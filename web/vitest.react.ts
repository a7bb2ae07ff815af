import * as React from 'react'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

interface Internals {
  recentlyCreatedOwnerStacks: number
}

/**
 * While it is developed with, React notes for each element where in the code it was made, up to some ten thousand a
 * second: a sixth of all that the tests took, for stacks that only its developer tools show. It counts as if they had been made.
 */
export function makeNoOwnerStacks(): void {
  if (React.version.startsWith('18.')) return
  const internals = (React as unknown as Record<string, Internals | undefined>)[INTERNALS]
  if (internals?.recentlyCreatedOwnerStacks === undefined)
    throw new Error('This React notes its stacks in another way: see vitest.react.ts')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
  })
}
