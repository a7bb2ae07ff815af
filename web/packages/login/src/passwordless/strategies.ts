import type { PasswordlessWay } from './calls'

interface PasswordlessStep {
  readonly way: PasswordlessWay
  readonly step: string
}

/** The vendor's strategies that send a code or link, and the step that follows (spec §4). */
const STRATEGIES: Readonly<Record<string, PasswordlessStep>> = {
  Code: { way: 'code', step: 'loginWithOtc' },
  MagicLink: { way: 'magiclink', step: 'magicLinkPreLoginSuccess' },
  SmsCode: { way: 'smscode', step: 'loginWithSmsOtc' },
}

export const passwordlessStep = (strategy: string | undefined): PasswordlessStep | undefined =>
  strategy !== undefined && Object.hasOwn(STRATEGIES, strategy) ? STRATEGIES[strategy] : undefined
