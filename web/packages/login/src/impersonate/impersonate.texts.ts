import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.impersonate',
  {
    title: 'Start impersonation',
    text: 'For up to one hour. Your actions are logged under your name.',
    submit: 'Start',
    over: 'This request has expired',
    overText: 'Requests work once and for two minutes.',
    success: 'Impersonation started',
  },
  { de: () => import('./impersonate.texts.de') },
)
