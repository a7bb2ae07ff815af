import type { LoginAnswer } from '@gatehouse/sdk'
import { useLogin } from '../context'

/** Reports the verified email to the product, then signs the user in or sends them to the login page. */
export function useFinishActivation(userId: string | undefined, onSignedIn: () => void) {
  const { session, goTo, onEvent } = useLogin()
  return async (answer: LoginAnswer): Promise<void> => {
    const id = userId && { userId }
    // Users who already have a password sign in with it: an emailed link must not bypass it.
    if (!answer.accessToken) {
      onEvent({ type: 'user-verified', ...id })
      return goTo('loginUrl', { replace: true, step: 'activated' })
    }
    try {
      await session.accept(answer)
    } finally {
      const { user } = session.getSnapshot()
      onEvent({ type: 'user-verified', ...(user && user.id === userId && { email: user.email }), ...id })
    }
    onSignedIn()
  }
}
