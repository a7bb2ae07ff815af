import { useLogin } from '../context'
import { OneClickPage } from '../frame/one-click-page'
import { unlockAccount } from './calls'
import { useT } from './unlock.texts'

/** Opened from the mail about a locked account. */
export function UnlockPage() {
  const { session } = useLogin()
  return <OneClickPage t={useT()} action={(token) => unlockAccount(session.call, token)} />
}
