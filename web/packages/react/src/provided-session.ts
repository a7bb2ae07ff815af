import { createSession, type Session, type SessionOptions } from '@gatehouse/sdk'
import { useEffect, useReducer, useRef } from 'react'

/** A session that a provider created for itself. */
interface OwnedSession {
  readonly session: Session
  readonly options: SessionOptions
  /** The number of mounted providers that use it. */
  mountCount: number
  isStopped: boolean
  timer?: ReturnType<typeof setTimeout> | undefined
}

/** A session whose provider was rendered but not mounted within this time is stopped. */
const UNUSED_MS = 60_000

/**
 * Sessions whose provider has not been mounted yet. React drops refs and state of a tree that suspends while it mounts,
 * and renders it again later: without this set, each attempt would create a session and refresh it.
 */
const unmounted = new Set<OwnedSession>()

/** Returns the given session, or creates one for the provider and stops it when the provider is finally unmounted. */
export function useProvidedSession(providedSession: Session | undefined, options: SessionOptions): Session {
  const [, replaceStopped] = useReducer((count: number) => count + 1, 0)
  const ref = useRef<OwnedSession>(undefined)
  if (!providedSession && (!ref.current || ref.current.isStopped)) ref.current = findOrCreateSession(options)
  const owned = providedSession ? undefined : ref.current

  useEffect(() => {
    if (!owned) return
    // React can show a hidden tree again without rendering it, and its session may have been stopped meanwhile.
    if (owned.isStopped) replaceStopped()
    else return trackMount(owned)
  }, [owned])

  // Without a given session the ref has one.
  return providedSession ?? (owned as OwnedSession).session
}

function findOrCreateSession(options: SessionOptions): OwnedSession {
  for (const known of unmounted) {
    if (!hasSameOptions(known.options, options)) continue
    stopLater(known, UNUSED_MS)
    return known
  }
  const owned: OwnedSession = { session: createSession(options), options, mountCount: 0, isStopped: false }
  // On a server no session is started, and requests share none.
  if (owned.session.environment.href()) {
    unmounted.add(owned)
    stopLater(owned, UNUSED_MS)
  }
  return owned
}

/** Counts mounted providers. Strict mode unmounts and remounts every component once, which the session must survive. */
function trackMount(owned: OwnedSession): () => void {
  unmounted.delete(owned)
  clearTimeout(owned.timer)
  owned.mountCount += 1
  return () => {
    owned.mountCount -= 1
    if (owned.mountCount === 0) stopLater(owned, 0)
  }
}

function stopLater(owned: OwnedSession, milliseconds: number): void {
  clearTimeout(owned.timer)
  owned.timer = setTimeout(() => {
    owned.isStopped = true
    unmounted.delete(owned)
    owned.session.stop()
  }, milliseconds)
}

function hasSameOptions(one: SessionOptions, other: SessionOptions): boolean {
  const { environment: parts = {}, ...values } = one
  const { environment: otherParts = {}, ...otherValues } = other
  return JSON.stringify(values) === JSON.stringify(otherValues) && hasSameParts({ ...parts }, { ...otherParts })
}

/** Inline functions differ at each render, so they are not compared. */
function hasSameParts(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every(
    (name) => one[name] === other[name] || [one, other].every((parts) => typeof parts[name] === 'function'),
  )
}
