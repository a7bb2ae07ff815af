import { type Environment, KEYS } from '@gatehouse/sdk'

// Names that the hosted platform's own clients use (wire reference §4).
const PREFERRED = 'preferred-login-method'
const REGISTER = 'register-quick-login'
const SMS = 'smscode'

type Storage = Pick<Environment, 'storage'>

/** Remembers the user who signed in another way, and cancels a pending enrollment. */
export function rememberPerson(environment: Storage, userId: string | undefined): void {
  if (userId) environment.storage.setItem(KEYS.userId, userId)
  cancelRegistering(environment)
}

/** Returns the id of the user who signs in with a text message here, or null. */
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

/** The next sign-in continues with the enrollment. */
export const beginRegistering = ({ storage }: Storage): void => storage.setItem(REGISTER, SMS)
export const isRegistering = ({ storage }: Storage): boolean => storage.getItem(REGISTER) === SMS
export const cancelRegistering = ({ storage }: Storage): void => storage.removeItem(REGISTER)
