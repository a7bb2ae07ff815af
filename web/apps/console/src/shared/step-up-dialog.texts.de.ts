export const texts = {
  title: 'Identität bestätigen',
  text: 'Für diese Aktion ist eine MFA-Bestätigung innerhalb der letzten 15 Minuten erforderlich. Danach kehren Sie hierher zurück.',
  verb: 'Weiter',
  reason: 'Grund',
  reasonHelp: 'Wird im Prüfprotokoll gespeichert.',
  reasonShort: 'Geben Sie einen kurzen Grund ein',
} as const
