import type { Environment } from '@gatehouse/sdk'

// Names that the hosted platform's own clients use (wire reference §4).
const PREFERRED = 'preferred-login-method'
const PASSKEYS = 'passkeys'
const NEVER_AGAIN = 'dont-show-again-prompt-passkeys'

type LocalStorage = Pick<Environment, 'storage'>

export const preferPasskeys = ({ storage }: LocalStorage): void => storage.setItem(PREFERRED, PASSKEYS)

export const prefersPasskeys = ({ storage }: LocalStorage): boolean => storage.getItem(PREFERRED) === PASSKEYS

export const disablePrompt = ({ storage }: LocalStorage): void => storage.setItem(NEVER_AGAIN, 'true')

export const isPromptDisabled = ({ storage }: LocalStorage): boolean => storage.getItem(NEVER_AGAIN) === 'true'
