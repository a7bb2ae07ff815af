export const texts = {
  title: 'Identität bestätigen',
  text: 'Diese Aktion erfordert eine MFA-Bestätigung innerhalb der letzten 15 Minuten. Danach kehren Sie hierher zurück.',
  verb: 'Weiter',
  reason: 'Grund',
  reasonHelp: 'Wird im Audit-Protokoll gespeichert.',
  reasonShort: 'Geben Sie einen kurzen Grund ein',
} as const
