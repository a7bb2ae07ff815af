import { defineTexts } from '@gatehouse/ui'

/** Of this page alone, so that nobody else loads them. */
export const { useT } = defineTexts(
  'login.consent',
  {
    title: '{{app}} wants to know who you are',
    lead: 'You are signed in as {{email}}. It is another company’s app, and would learn:',
    openid: 'Which person and account you are here',
    email: 'Your email address',
    profile: 'Your name and picture',
    allow: 'Allow',
    decline: 'Don’t allow',
  },
  { de: () => import('./consent.texts.de') },
)
