import type { Environment } from '@gatehouse/sdk'

// Names that the hosted platform's own clients use (wire reference §4).
const PREFERRED = 'preferred-login-method'
const PASSKEYS = 'passkeys'
const NEVER_AGAIN = 'dont-show-again-prompt-passkeys'

type Storage = Pick<Environment, 'storage'>

export const preferPasskeys = ({ storage }: Storage): void => storage.setItem(PREFERRED, PASSKEYS)

export const prefersPasskeys = ({ storage }: Storage): boolean => storage.getItem(PREFERRED) === PASSKEYS

export const promptNeverAgain = ({ storage }: Storage): void => storage.setItem(NEVER_AGAIN, 'true')

export const isNeverPrompted = ({ storage }: Storage): boolean => storage.getItem(NEVER_AGAIN) === 'true'
