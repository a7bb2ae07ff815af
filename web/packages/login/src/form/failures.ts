import type { Environment } from '@gatehouse/sdk'

type Storage = Pick<Environment, 'tabStorage'>

const KEY = 'gatehouse.login-failure'

/** Keeps the reason of a failed sign-in for the login page that follows. */
export const keepFailure = ({ tabStorage }: Storage, text: string): void => tabStorage.setItem(KEY, text)
export const keptFailure = ({ tabStorage }: Storage): string | null => tabStorage.getItem(KEY)
export const forgetFailure = ({ tabStorage }: Storage): void => tabStorage.removeItem(KEY)
