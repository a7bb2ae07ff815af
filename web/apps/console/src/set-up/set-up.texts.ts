import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.set-up',
  {
    title: 'Set up your installation',
    purpose: 'Create the first owner account. Owners can access every tenant and add other owners.',
    email: 'Work email',
    emailWrong: 'Enter an email address such as name@company.com',
    name: 'Full name',
    company: 'Company',
    missing: 'This field is required',
    password: 'Password',
    submit: 'Create owner account',
    over: 'This link has expired',
    overHelp:
      'The link expires after one day, or when an owner account is created. If there is no owner yet, restart the server to print a new link.',
    done: 'Owner account created',
    doneHelp: 'The console requires MFA. Sign in, set up MFA for your account, and open the console.',
    toFactor: 'Sign in and set up MFA',
    toConsole: 'Open the console',
  },
  { de: () => import('./set-up.texts.de') },
)
