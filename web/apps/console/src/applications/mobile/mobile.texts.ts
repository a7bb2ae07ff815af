import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.applications.mobile',
  {
    title: 'Mobile apps',
    list: 'Mobile apps',
    purpose:
      'Associate your iOS and Android apps with this server so that they can use its passkeys and open its links.',
    readOnly: 'Your role has read-only access.',
    none: 'No apps yet. Add the apps that you publish so that devices can verify that they belong to you.',
    add: 'Add app',
    platform: { ios: 'iOS', android: 'Android' },
    prints_one: '1 certificate',
    prints_other: '{{count}} certificates',
    actions: 'Actions for {{name}}',
    edit: 'Edit certificates',
    remove: 'Remove',
    form: {
      title: 'Add app',
      titleOf: 'Certificates for {{name}}',
      submit: 'Add app',
      submitOf: 'Save changes',
      platform: 'Platform',
      name: 'App ID',
      nameHelp: {
        ios: 'Team ID and bundle ID, for example ABCDE12345.com.umbrella.app.',
        android: 'The package name, for example com.umbrella.app.',
      },
      nameWrong: {
        ios: 'Enter ten capital letters or digits, a dot and the bundle ID',
        android: 'Enter a package name such as com.umbrella.app',
      },
      nameTaken: 'This app has already been added',
      prints: 'Fingerprints (SHA-256)',
      printsHelp: 'One per line, for every certificate that signs the app, as printed by keytool: 14:6D:E9:…',
      printsMissing: 'Enter at least one fingerprint',
      printWrong: 'Line {{line}}: enter 32 pairs of hexadecimal digits, separated by colons',
      gone: 'This app was removed by another administrator',
    },
    saved: '{{name}} saved',
    removed: '{{name}} removed',
    question: 'Remove {{name}}?',
    warning:
      'The app can no longer open links to this server or use its passkeys. Devices may still have the previous association cached.',
    verb: 'Remove {{name}}',
    told: {
      ios: 'Association file for iOS',
      android: 'Association file for Android',
      help: 'Currently served at {{address}}, including the apps from the server’s settings. Devices can take an hour or more to refresh it.',
      open: 'Open {{address}}',
      copy: 'Copy {{address}}',
    },
  },
  { de: () => import('./mobile.texts.de') },
)
