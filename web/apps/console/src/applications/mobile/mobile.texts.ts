import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.applications.mobile',
  {
    title: 'Mobile apps',
    purpose: 'Apps on devices that belong to this server: they may use its passkeys, and open its links.',
    readOnly: 'Your role lets you read this, not change it.',
    none: 'No app yet. Add those that you publish yourself: phones ask this server whether they are yours.',
    add: 'Add app',
    platform: { ios: 'iOS', android: 'Android' },
    prints_one: 'One certificate',
    prints_other: '{{count}} certificates',
    actions: 'Actions for {{name}}',
    edit: 'Edit certificates',
    remove: 'Remove',
    form: {
      title: 'Add app',
      titleOf: 'Certificates of {{name}}',
      submit: 'Add app',
      submitOf: 'Save changes',
      platform: 'Runs on',
      name: 'App',
      nameHelp: {
        ios: 'Team and bundle, such as ABCDE12345.com.umbrella.app.',
        android: 'Its package, such as com.umbrella.app.',
      },
      nameWrong: {
        ios: 'Enter ten capital letters or digits, a dot, and the bundle',
        android: 'Enter a package, such as com.umbrella.app',
      },
      nameTaken: 'This app is there already',
      prints: 'Fingerprints (SHA-256)',
      printsHelp: 'Of each certificate that signs it, one in each line, as keytool prints them: 14:6D:E9:…',
      printsMissing: 'Enter one fingerprint at least',
      printWrong: 'Line {{line}}: 32 pairs of letters and digits with colons between',
      gone: 'Somebody has removed this app meanwhile',
    },
    saved: '{{name}} belongs to this server',
    removed: '{{name}} belongs to this server no more',
    question: 'Remove {{name}}?',
    warning:
      'It opens links of this server no more, and uses none of its passkeys. Devices keep what they were told for a while.',
    verb: 'Remove {{name}}',
    told: {
      ios: 'What iPhones are told',
      android: 'What Android devices are told',
      help: 'As it stands at {{address}} now, with the apps of the server’s own settings. Devices ask again after an hour, or later.',
      open: 'Open {{address}}',
      copy: 'Copy {{address}}',
    },
  },
  { de: () => import('./mobile.texts.de') },
)
