import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.set-up',
  {
    title: 'Own this installation',
    purpose: 'Nobody does yet. You will reach every customer, and can make others of your company owners too.',
    email: 'Work email',
    emailWrong: 'Enter an email address, like name@company.com',
    name: 'Full name',
    company: 'Company',
    missing: 'This is needed',
    password: 'Password',
    submit: 'Become the owner',
    over: 'This link is over',
    overHelp:
      'It works for a day, and until there is an owner. While there is none, the server prints a new one when it starts.',
    done: 'You own this installation',
    doneHelp: 'The console asks for a second factor. Sign in, add one to your account, and open the console.',
    toFactor: 'Sign in and add a second factor',
    toConsole: 'Open the console',
  },
  { de: () => import('./set-up.texts.de') },
)
