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
    site: 'Afterwards you return to {{name}}.',
    deviceTitle: 'It goes to an app on this device',
    device:
      'It is given to the program that listens at {{name}}. Allow this only if you have just started it yourself.',
    app: 'It is given to the app that opens addresses beginning with {{name}}:. Any app can claim them. Allow this only if you have just started it yourself.',
    allow: 'Allow',
    decline: 'Don’t allow',
  },
  { de: () => import('./consent.texts.de') },
)
