import { createSession, type Session, type SessionOptions } from '@gatehouse/sdk'
import { useEffect, useReducer, useRef } from 'react'

/** A session that a provider created for itself. */
interface MadeSession {
  readonly session: Session
  readonly options: SessionOptions
  /** The number of mounted providers that use it. */
  users: number
  isStopped: boolean
  timer?: ReturnType<typeof setTimeout> | undefined
}

/** A session whose provider was rendered but not mounted within this time is stopped. */
const UNUSED_MS = 60_000

/**
 * Sessions whose provider has not been mounted yet. React drops refs and state of a tree that suspends while it mounts,
 * and renders it again later: without this set, each attempt would create a session and refresh it.
 */
const unmounted = new Set<MadeSession>()

/** Returns the given session, or creates one for the provider and stops it when the provider is finally unmounted. */
export function useProvidedSession(given: Session | undefined, options: SessionOptions): Session {
  const [, replaceStopped] = useReducer((count: number) => count + 1, 0)
  const ref = useRef<MadeSession>(undefined)
  if (!given && (!ref.current || ref.current.isStopped)) ref.current = findOrCreate(options)
  const made = given ? undefined : ref.current

  useEffect(() => {
    if (!made) return
    // React can show a hidden tree again without rendering it, and its session may have been stopped meanwhile.
    if (made.isStopped) replaceStopped()
    else return holdWhileMounted(made)
  }, [made])

  // Without a given session the ref has one.
  return given ?? (made as MadeSession).session
}

function findOrCreate(options: SessionOptions): MadeSession {
  for (const known of unmounted) {
    if (!hasSameOptions(known.options, options)) continue
    stopLater(known, UNUSED_MS)
    return known
  }
  const made: MadeSession = { session: createSession(options), options, users: 0, isStopped: false }
  // On a server no session is started, and requests share none.
  if (made.session.environment.href()) {
    unmounted.add(made)
    stopLater(made, UNUSED_MS)
  }
  return made
}

/** Counts mounted providers. Strict mode unmounts and remounts every component once, which the session must survive. */
function holdWhileMounted(made: MadeSession): () => void {
  unmounted.delete(made)
  clearTimeout(made.timer)
  made.users += 1
  return () => {
    made.users -= 1
    if (made.users === 0) stopLater(made, 0)
  }
}

function stopLater(made: MadeSession, milliseconds: number): void {
  clearTimeout(made.timer)
  made.timer = setTimeout(() => {
    made.isStopped = true
    unmounted.delete(made)
    made.session.stop()
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
