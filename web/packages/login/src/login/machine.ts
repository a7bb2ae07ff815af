import type { LoginAnswer } from '@gatehouse/sdk'

/** Those of spec §4 that the server leads to. */
export type LoginStep =
  | 'preLogin'
  | 'loginWithPassword'
  | 'redirectToSSO'
  | 'loginWithTwoFactor'
  | 'recoverTwoFactor'
  | 'forceTwoFactor'
  | 'success'

export interface LoginState {
  readonly step: LoginStep
  /** The step that a fresh visit begins with. */
  readonly first: 'preLogin' | 'loginWithPassword'
  readonly email: string
  /** Where single sign-on begins. */
  readonly address?: string
  /** The answer that asked for a second factor. */
  readonly answer?: LoginAnswer
}

export type LoginEvent =
  | { readonly type: 'emailGiven'; readonly email: string; readonly address?: string | undefined }
  | { readonly type: 'emailUnwanted' }
  | { readonly type: 'deviceLost' }
  | { readonly type: 'answered'; readonly answer: LoginAnswer }
  | { readonly type: 'wentTo'; readonly step: string | undefined }

export function begin(first: LoginState['first'], email: string): LoginState {
  return { step: first, first, email }
}

export function reduce(state: LoginState, event: LoginEvent): LoginState {
  switch (event.type) {
    case 'emailGiven': {
      const { email, address } = event
      const step = address ? 'redirectToSSO' : 'loginWithPassword'
      return { first: state.first, step, email, ...(address && { address }) }
    }
    case 'emailUnwanted':
      return begin('preLogin', state.email)
    case 'deviceLost':
      return { ...state, step: 'recoverTwoFactor' }
    case 'answered':
      return { ...state, step: stepAfter(event.answer), answer: event.answer }
    case 'wentTo':
      return { ...state, step: canShow(event.step, state) ? event.step : state.first }
  }
}

/** What a login answer leads to: the second factor outranks everything, because without it nobody is in yet. */
export function stepAfter({ mfaRequired, mfaToken, mfaEnrolled }: LoginAnswer): LoginStep {
  if (mfaRequired && mfaToken) return mfaEnrolled === false ? 'forceTwoFactor' : 'loginWithTwoFactor'
  return 'success'
}

/** Whether the browser's history may bring a step back: a reload keeps the email, and forgets what is secret. */
function canShow(step: string | undefined, { first, email, answer, address }: LoginState): step is LoginStep {
  if (step === first || step === 'preLogin') return true
  if (step === 'loginWithPassword') return email !== ''
  if (step === 'redirectToSSO') return address !== undefined
  const isSecondFactor = step === 'loginWithTwoFactor' || step === 'forceTwoFactor' || step === 'recoverTwoFactor'
  return isSecondFactor && answer?.mfaToken !== undefined
}
