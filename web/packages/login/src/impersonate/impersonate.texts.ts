import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.impersonate',
  {
    title: 'Act in somebody’s name',
    text: 'For an hour at most. Whatever you do is recorded with your name.',
    submit: 'Begin',
    over: 'This request is over',
    overText: 'Requests work once, and for two minutes. Ask for another one.',
    success: 'You act in their name',
  },
  { de: () => import('./impersonate.texts.de') },
)
