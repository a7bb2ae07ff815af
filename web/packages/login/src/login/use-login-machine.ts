import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useLogin } from '../context'
import { asksEmailFirst } from '../settings'
import { begin, type LoginEvent, type LoginState, reduce } from './machine'

export interface StepProps {
  readonly state: LoginState
  readonly send: (event: LoginEvent) => void
}

/** The machine, with each of its steps in the browser's history: going back goes back one step, a reload stays. */
export function useLoginMachine(): StepProps {
  const { settings, step: wanted, email, goToStep } = useLogin()
  const [state, send] = useReducer(reduce, undefined, () => {
    const fresh = begin(asksEmailFirst(settings) ? 'preLogin' : 'loginWithPassword', email)
    return reduce(fresh, { type: 'wentTo', step: wanted })
  })
  const shown = useRef(state.step)

  useEffect(() => {
    if (state.step === shown.current) return
    shown.current = state.step
    goToStep(state.step, state.email)
  }, [state.step, state.email, goToStep])

  // Only a change of place moves the machine here; the machine's own changes move the place.
  const follow = useEffectEvent((step: string | undefined) => {
    if (step === state.step) return
    const after = reduce(state, { type: 'wentTo', step }).step
    if (after === state.step) return
    shown.current = after
    send({ type: 'wentTo', step })
  })
  useEffect(() => follow(wanted), [wanted])

  return { state, send }
}
