import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.sso',
  {
    failed: 'Single sign-on failed',
    denied: 'You did not sign in there, or your company denied access. Try again or contact your administrator.',
    over: 'This sign-in has expired. Sign in again.',
    tested: 'Test sign-in completed',
    testedHelp: 'Close this tab. The result is in the window where you started.',
  },
  { de: () => import('./sso.texts.de') },
)
