import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useLogin, usePlace } from '../context'
import { asksEmailFirst } from '../settings'
import { begin, type LoginEvent, type LoginState, type LoginStep, reduce } from './machine'

export interface StepProps {
  readonly state: LoginState
  readonly send: (event: LoginEvent) => void
}

/** The machine, with each of its steps in the browser's history: going back goes back one step. */
export function useLoginMachine(): StepProps {
  const { navigation, search, settings } = useLogin()
  const place = usePlace(navigation)
  const first = asksEmailFirst(settings) ? 'preLogin' : 'loginWithPassword'
  const [state, send] = useReducer(reduce, undefined, () => begin(first, search.get('login_hint') ?? ''))
  const shown = useRef(state.step)

  useEffect(() => {
    if (state.step === shown.current) return
    shown.current = state.step
    navigation.go(place.path + place.search, { step: state.step })
  }, [state.step, navigation, place.path, place.search])

  // Only a change of place moves the machine here; the machine's own changes move the place.
  const follow = useEffectEvent((wanted: LoginStep | undefined) => {
    if (wanted === state.step) return
    const after = reduce(state, { type: 'wentTo', step: wanted }).step
    if (after === state.step) return
    shown.current = after
    send({ type: 'wentTo', step: wanted })
  })
  useEffect(() => follow(place.step as LoginStep | undefined), [place.step])

  return { state, send }
}
