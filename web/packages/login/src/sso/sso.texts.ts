import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.sso',
  {
    failed: 'Single sign-on failed',
    denied: 'Sign-in was canceled, or your organization denied access. Contact your administrator.',
    over: 'This sign-in has expired. Sign in again.',
    tested: 'Test sign-in completed',
    testedHelp: 'Close this tab to see the result.',
  },
  { de: () => import('./sso.texts.de') },
)
