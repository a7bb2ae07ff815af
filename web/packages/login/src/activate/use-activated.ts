import type { LoginAnswer } from '@gatehouse/sdk'
import { useLogin } from '../context'

/** What follows when somebody has proved their address: the product hears of it, and they are in, or sign in. */
export function useActivated(userId: string | undefined, onIn: () => void) {
  const { session, goTo, tell } = useLogin()
  return async (answer: LoginAnswer): Promise<void> => {
    const id = userId && { userId }
    // Whoever has a password already signs in with it: no link in a mail gets around that.
    if (!answer.accessToken) {
      tell({ type: 'user-verified', ...id })
      return goTo('loginUrl', { replace: true, step: 'activated' })
    }
    try {
      await session.accept(answer)
    } finally {
      const { user } = session.getSnapshot()
      tell({ type: 'user-verified', ...(user && user.id === userId && { email: user.email }), ...id })
    }
    onIn()
  }
}
