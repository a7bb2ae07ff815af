import { defineTexts } from '@gatehouse/ui'

/** Texts of this page only, so that other pages do not load them. */
export const { useT } = defineTexts(
  'login.consent',
  {
    title: '{{app}} wants to access your profile',
    lead: 'You are signed in as {{email}}. This third-party app requests access to:',
    openid: 'Your user ID and account ID',
    email: 'Your email address',
    profile: 'Your name and picture',
    site: 'You will return to {{name}}.',
    deviceTitle: 'This information goes to an app on this device',
    device: 'It is sent to the app running at {{name}}. Allow this only if you just started the app.',
    app: 'It is sent to the app that opens links starting with {{name}}:. Any app can claim such links. Allow this only if you just started the app.',
    allow: 'Allow',
    decline: 'Don’t allow',
  },
  { de: () => import('./consent.texts.de') },
)
