import { defineTexts } from '@gatehouse/ui'

/** Texts of this page only, so that other pages do not load them. */
export const { useT } = defineTexts(
  'login.consent',
  {
    title: '{{app}} wants to access your profile',
    lead: 'You are signed in as {{email}}. This app of another company asks for:',
    openid: 'Your user ID and account ID',
    email: 'Your email address',
    profile: 'Your name and picture',
    site: 'You will return to {{name}}.',
    deviceTitle: 'This information goes to an app on this device',
    device: 'It is sent to the program listening at {{name}}. Allow this only if you just started it yourself.',
    app: 'It is sent to the app that opens addresses beginning with {{name}}:. Any app can claim them. Allow this only if you just started it yourself.',
    allow: 'Allow',
    decline: 'Don’t allow',
  },
  { de: () => import('./consent.texts.de') },
)
