import type { Session } from '@gatehouse/sdk'
import type { LoginSettings } from '../settings'
import { countPasskeys } from './calls'
import { isNeverPrompted, prefersPasskeys } from './remembered'

const FLAG = 'show-passkeys-new'

/** Whether to offer a passkey after sign-in (spec §4). The server is asked last and only if necessary. */
export async function isPromptable({ call, environment, getSnapshot }: Session, settings: LoginSettings) {
  const { flags, accessToken } = getSnapshot()
  if (!settings.passkeys || flags[FLAG] !== 'on' || accessToken === null) return false
  if (prefersPasskeys(environment) || isNeverPrompted(environment)) return false
  return (await countPasskeys(call, accessToken)) === 0
}
