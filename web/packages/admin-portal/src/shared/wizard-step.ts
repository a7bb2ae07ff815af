import { useEffect, useState } from 'react'
import { useNavigate, useSearch } from './router'

interface Step {
  readonly path: string
}

/** The step that the address asks for, as far as it is reached. */
export function useStep<Of extends Step>(steps: readonly Of[]) {
  const navigate = useNavigate()
  const asked = useSearch().step
  const [reached, setReached] = useState(0)
  const wanted = steps.findIndex(({ path }) => path === asked)
  const index = Math.min(Math.max(wanted, 0), reached)
  const step = steps[index]
  if (!step) throw new Error('A wizard needs a step.')

  const isAstray = asked !== undefined && wanted !== index
  useEffect(() => {
    if (isAstray) void navigate({ to: '.', search: { step: step.path }, replace: true })
  }, [isAstray, navigate, step.path])

  function go(to: number) {
    setReached(Math.max(reached, to))
    void navigate({ to: '.', search: { step: steps[to]?.path } })
  }
  return { step, index, reached, go }
}
