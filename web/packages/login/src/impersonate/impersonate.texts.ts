import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.impersonate',
  {
    title: 'Start impersonation',
    text: 'Impersonation lasts up to one hour. Your actions are logged under your name.',
    submit: 'Start',
    over: 'This request has expired',
    overText: 'Requests can be used once and expire after two minutes.',
    success: 'Impersonation started',
  },
  { de: () => import('./impersonate.texts.de') },
)
