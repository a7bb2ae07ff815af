import { type Environment, KEYS } from '@gatehouse/sdk'

// Names that the hosted platform's own clients use (wire reference §4).
const PREFERRED = 'preferred-login-method'
const REGISTER = 'register-quick-login'
const SMS = 'smscode'

type Storage = Pick<Environment, 'storage'>

/** Somebody signed in by other means: no quick login is under way any more. */
export function rememberPerson(environment: Storage, userId: string | undefined): void {
  if (userId) environment.storage.setItem(KEYS.userId, userId)
  cancelRegistering(environment)
}

/** Who signs in here with a text message, if anybody. */
export const quickPerson = ({ storage }: Storage): string | null =>
  storage.getItem(PREFERRED) === SMS ? storage.getItem(KEYS.userId) : null

export function preferSms(environment: Storage, userId: string): void {
  environment.storage.setItem(PREFERRED, SMS)
  rememberPerson(environment, userId)
}

export function forgetPerson({ storage }: Storage): void {
  storage.removeItem(PREFERRED)
  storage.removeItem(KEYS.userId)
}

/** The sign-in that comes next ends with setting quick login up. */
export const beginRegistering = ({ storage }: Storage): void => storage.setItem(REGISTER, SMS)
export const isRegistering = ({ storage }: Storage): boolean => storage.getItem(REGISTER) === SMS
export const cancelRegistering = ({ storage }: Storage): void => storage.removeItem(REGISTER)
