import { useState } from 'react'
import { errorText } from './errors'

/** Runs one action at a time and keeps its error message. */
export function useSubmit() {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** Resolves to whether it is complete: an action that returns `stay` has more to ask. */
  async function run(action: () => unknown): Promise<boolean> {
    if (pending) return false
    setPending(true)
    setFailure(undefined)
    try {
      return (await action()) !== 'stay'
    } catch (error) {
      setFailure(errorText(error))
      return false
    } finally {
      setPending(false)
    }
  }

  return { pending, failure, run, clearFailure: () => setFailure(undefined) }
}
