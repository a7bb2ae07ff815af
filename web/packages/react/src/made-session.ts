import { createSession, type Session, type SessionOptions } from '@gatehouse/sdk'
import { useEffect, useReducer, useRef } from 'react'

/** A session that a provider made for itself. */
interface MadeSession {
  readonly session: Session
  readonly options: SessionOptions
  /** How many mounted providers use it. */
  users: number
  isStopped: boolean
  timer?: ReturnType<typeof setTimeout> | undefined
}

/** A session whose provider was rendered, but not mounted within this time, is stopped. */
const UNUSED_MS = 60_000

/**
 * Sessions whose provider has not been mounted yet. React drops refs and state of a tree that suspends while it mounts,
 * and renders it anew later: the session has to be found again, or each attempt would ask the server who is signed in.
 */
const unmounted = new Set<MadeSession>()

/** The session that was given, or one of the provider's own, which is stopped when the provider is gone for good. */
export function useProvidedSession(given: Session | undefined, options: SessionOptions): Session {
  const [, replaceStopped] = useReducer((count: number) => count + 1, 0)
  const ref = useRef<MadeSession>(undefined)
  if (!given && (!ref.current || ref.current.isStopped)) ref.current = findOrCreate(options)
  const made = given ? undefined : ref.current

  useEffect(() => {
    if (!made) return
    // React shows a hidden tree again without rendering it: its session may have been stopped meanwhile.
    if (made.isStopped) replaceStopped()
    else return holdWhileMounted(made)
  }, [made])

  // Without a given session there is one in the ref.
  return given ?? (made as MadeSession).session
}

function findOrCreate(options: SessionOptions): MadeSession {
  for (const known of unmounted) {
    if (!hasSameOptions(known.options, options)) continue
    stopLater(known, UNUSED_MS)
    return known
  }
  const made: MadeSession = { session: createSession(options), options, users: 0, isStopped: false }
  // On a server nothing is started, and requests share no session.
  if (made.session.environment.href()) {
    unmounted.add(made)
    stopLater(made, UNUSED_MS)
  }
  return made
}

/** Strict mode unmounts every component once and mounts it again at once: the session must survive that. */
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

/** Functions written in the markup are new at each render, so they are not compared. */
function hasSameParts(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every(
    (name) => one[name] === other[name] || [one, other].every((parts) => typeof parts[name] === 'function'),
  )
}
