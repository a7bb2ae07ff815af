import type { PasswordlessMethod } from './calls'

interface PasswordlessStep {
  readonly method: PasswordlessMethod
  readonly step: string
}

/** The vendor's strategies that send a code or link, and the step that follows (spec §4). */
const STRATEGIES: Readonly<Record<string, PasswordlessStep>> = {
  Code: { method: 'code', step: 'loginWithOtc' },
  MagicLink: { method: 'magiclink', step: 'magicLinkPreLoginSuccess' },
  SmsCode: { method: 'smscode', step: 'loginWithSmsOtc' },
}

export const getPasswordlessStep = (strategy: string | undefined): PasswordlessStep | undefined =>
  strategy !== undefined && Object.hasOwn(STRATEGIES, strategy) ? STRATEGIES[strategy] : undefined
