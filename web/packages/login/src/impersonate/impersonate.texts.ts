import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.impersonate',
  {
    title: 'Start impersonation',
    text: 'Impersonation lasts up to one hour. Your actions are logged under your name.',
    submit: 'Start',
    over: 'This request has expired',
    overText: 'Requests work once and for two minutes. Start a new one.',
    success: 'Impersonation started',
  },
  { de: () => import('./impersonate.texts.de') },
)
