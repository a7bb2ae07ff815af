const settled = new WeakSet<Promise<unknown>>()

/** Suspends the component until the promise has settled, as `use` does, which React 18 does not have. */
export function suspendUntil(promise: Promise<unknown>): void {
  if (settled.has(promise)) return
  const settle = () => void settled.add(promise)
  throw promise.then(settle, settle)
}
