import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.sso',
  {
    failed: 'Your company’s sign‑in did not work',
    denied: 'You did not sign in there, or your company did not let you in. Try again, or ask your administrator.',
    over: 'This sign-in is over. Sign in again.',
    tested: 'The test login is finished',
    testedHelp: 'Close this tab. The result is in the window where you began.',
  },
  { de: () => import('./sso.texts.de') },
)
