import type { Session } from '@gatehouse/sdk'
import type { LoginSettings } from '../settings'
import { countPasskeys } from './calls'
import { isPromptDisabled, prefersPasskeys } from './passkey-preferences'

const FLAG = 'show-passkeys-new'

/** Whether to offer a passkey after sign-in (spec §4). The server is asked last and only if necessary. */
export async function shouldPromptPasskeys({ call, environment, getSnapshot }: Session, settings: LoginSettings) {
  const { flags, accessToken } = getSnapshot()
  if (!settings.passkeys || flags[FLAG] !== 'on' || accessToken === null) return false
  if (prefersPasskeys(environment) || isPromptDisabled(environment)) return false
  return (await countPasskeys(call, accessToken)) === 0
}
